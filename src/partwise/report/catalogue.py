"""The catalogue of measures, read off the registry so that it cannot drift."""

from __future__ import annotations

import inspect
import re
import textwrap
from itertools import pairwise

from partwise.errors import UnknownNameError, near
from partwise.evaluation.presets import PRESETS
from partwise.evaluation.registered import load
from partwise.language.fields import REQUIRED, Field, spell
from partwise.language.parsing import parse_all
from partwise.language.registry import aliases_of, classes, find, in_order
from partwise.language.spelling import Component, Measure
from partwise.language.spellings import hint_for, ours

_WIDTH = 96
NOT_STATED = "not stated"
"""Stands for a fact that the class of a measure does not state."""
_FAMILIES = ("documents", "focused", "union", "in context", "effort", "elements")
"""Families in the order of the list; others follow."""


def measures() -> list[type[Measure]]:
    """Return all measures by family, then by name."""
    load()
    found = [cls for cls in classes(Measure) if issubclass(cls, Measure)]
    places = {family: place for place, family in enumerate(_FAMILIES)}
    return sorted(found, key=lambda cls: (places.get(cls.family, len(places)), cls.family))


def components() -> dict[str, list[type[Component]]]:
    """Return everything else that can be named, by family."""
    load()
    found: dict[str, list[type[Component]]] = {}
    for cls in classes(Component):
        if not issubclass(cls, Measure):
            found.setdefault(cls.family_class().__name__, []).append(cls)
    return found


def spelling(cls: type[Measure]) -> str:
    """Show a measure's name with the cutoffs it takes: ``CharP[@k]``, ``iP@x``."""
    marks = []
    if int in cls.cutoffs:
        marks.append("@k")
    if float in cls.cutoffs:
        marks.append("@x")
    if not marks:
        return cls.label()
    joined = "|".join(marks)
    return cls.label() + (joined if cls.cutoff_required else f"[{joined}]")


def summary(cls: type[Component]) -> str:
    """Return the first sentence of the docstring."""
    text = inspect.getdoc(cls) or ""
    return " ".join(text.split("\n\n")[0].split()).rstrip(".")


def _about(cls: type[Measure]) -> str:
    text = summary(cls)
    told = cls.better == "higher" or "lower is better" in text.lower()
    return text if told else f"{text}. Lower is better"


def by_family() -> str:
    """List measures by family, then their components and the presets."""
    families: dict[str, list[type[Measure]]] = {}
    for cls in measures():
        families.setdefault(cls.family, []).append(cls)
    lines: list[str] = []
    for family, members in families.items():
        lines += [family.upper(), *_entries([(spelling(cls), _about(cls)) for cls in members]), ""]
    for family, others in components().items():
        lines.append(f"{words(family).upper()} (inside a measure)")
        lines += [*_entries([(cls.label(), summary(cls)) for cls in others]), ""]
    lines.append("PRESETS (--preset NAME)")
    lines += _entries([(name, entry.about) for name, entry in PRESETS.items()])
    lines += ["", "@k: cutoff at a rank; @x: at a recall level, written with a decimal point."]
    lines.append("partwise measures NAME explains one; --by question lists by what is asked.")
    return "\n".join(lines) + "\n"


def by_question() -> str:
    """List measures by the question that each answers."""
    entries = [(cls.question, spelling(cls)) for cls in measures() if cls.question]
    lines = []
    for question, name in sorted(entries):
        lines += [question, f"    {name}"]
    return "\n".join(lines) + "\n"


def _entries(pairs: list[tuple[str, str]]) -> list[str]:
    width = max((len(name) for name, _ in pairs), default=0) + 4
    lines = []
    for name, text in pairs:
        wrapped = textwrap.wrap(text, _WIDTH - width) or [""]
        lines.append(f"  {name.ljust(width - 2)}{wrapped[0]}")
        lines += [" " * width + more for more in wrapped[1:]]
    return lines


def words(name: str) -> str:
    """Turn a class name into words: DocumentGain -> document gain."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def explain(text: str) -> str:
    """Explain one measure, component or preset."""
    load()
    if text in PRESETS:
        entry = PRESETS[text]
        return "\n".join([f"{text}: {entry.about}", *(f"  {m}" for m in entry.measures)]) + "\n"
    cls = _class_of(text)
    lines = [cls.label(), "=" * len(cls.label()), "", *_prose(cls), ""]
    known = facts(cls) if issubclass(cls, Measure) else []
    others = aliases_of(cls)
    if others:
        known.append(("also called", ", ".join(others)))
    known += [(f"parameter {field.name}", _parameter(field)) for field in cls.fields.values()]
    return "\n".join([*lines, *_entries(known)]) + "\n"


def _class_of(text: str) -> type[Component]:
    bare = re.split(r"[(@]", text, maxsplit=1)[0].strip()
    if bare != text:
        parse_all(text)
    hint_for(text)
    meant = ours(bare)
    try:
        return find(bare if meant is None else meant[0], Component)
    except UnknownNameError as error:
        close = error.close or near(bare, PRESETS)
        raise UnknownNameError("measure", text, close) from None


def facts(cls: type[Measure]) -> list[tuple[str, str]]:
    """Return what is true of a measure whatever its parameters."""
    direction = "higher is better" if cls.better == "higher" else "LOWER is better"
    needed = NOT_STATED if cls.needs is None else ", ".join(sorted(cls.needs))
    cutoff = cls.expected_cutoff() + (" (required)" if cls.cutoff_required else "")
    return [
        ("answers", cls.question or NOT_STATED),
        ("range", f"{_range(cls)}, {direction}"),
        ("needs", needed or "nothing but the run"),
        ("undefined", cls.undefined or NOT_STATED),
        ("cutoff", cutoff if cls.cutoffs else "none"),
    ]


def _range(cls: type[Measure]) -> str:
    """Write the range with default parameters, and what leads out of it."""
    if cls.bounds is None:
        return NOT_STATED
    low, high = map(float, cls.bounds)
    top = "infinity)" if high == float("inf") else f"{spell(high)}]"
    exception = f"; {cls.beyond}" if cls.beyond else ""
    return f"[{spell(low)}, {top}{exception}"


def _parameter(field: Field) -> str:
    if field.default is REQUIRED:
        default = "required"
    elif field.default is None:
        default = field.without
    else:
        default = f"default {spell(field.default)}"
    expected = field.expected
    if field.family is not None and issubclass(field.family, Component):
        expected = ", ".join(cls.label() for cls in in_order(field.family))
    return f"{expected}; {default}"


def _prose(cls: type[Component]) -> list[str]:
    """Return the docstring with its mathematics in plain signs."""
    lines: list[str] = []
    formula: list[str] | None = None
    for line in [*(inspect.getdoc(cls) or "").splitlines(), "end"]:
        if line.startswith(".. math::"):
            formula = [line.removeprefix(".. math::")]
        elif formula is not None and (line.startswith(" ") or not line):
            formula.append(line)
        else:
            if formula is not None:
                lines += [*_formula(formula), ""]
                formula = None
            lines.append(plain_mathematics(line))
    doubled = (before == after == "" for before, after in pairwise(["", *lines]))
    return [line for line, again in zip(lines, doubled, strict=True) if not again][:-1]


def _formula(lines: list[str]) -> list[str]:
    """Write a displayed formula; a line ends only where no brace is open."""
    joined, rows = "", list[str]()
    for line in lines:
        joined = f"{joined} {line.strip()}".strip()
        if joined and joined.count("{") == joined.count("}"):
            if rows and joined.startswith("{"):  # the second half of a fraction
                rows[-1] += joined
            else:
                rows.append(joined)
            joined = ""
    texts = [plain_mathematics(part) for row in rows for part in row.split("\\\\")]
    return [f"    {text.strip()}" for text in texts if text.strip()]


_SIGNS = {
    r"\sum": "Σ",
    r"\prod": "Π",
    r"\cdot": "·",
    r"\times": "×",
    r"\le": "≤",
    r"\ge": "≥",
    r"\in": "∈",
    r"\cap": "∩",
    r"\cup": "∪",
    r"\beta": "β",
    r"\alpha": "α",
    r"\lceil": "⌈",
    r"\rceil": "⌉",
    r"\lfloor": "⌊",
    r"\rfloor": "⌋",
    r"\max": "max",
    r"\min": "min",
    r"\qquad": "   ",
    r"\quad": "  ",
    r"\,": " ",
    r"\;": " ",
    r"\!": "",
    r"\dots": "…",
    r"\ldots": "…",
    r"\infty": "∞",
    r"\setminus": "∖",
    r"\left": "",
    r"\right": "",
    r"\log": "log",
    r"\mid": "|",
    r"\neq": "≠",
    r"\ne": "≠",
    r"\emptyset": "∅",
    r"\to": "→",
    r"\tilde": "~",
    r"\bar": "",
    r"\subseteq": "⊆",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\tau": "τ",
    r"\pi": "π",
    r"\lim": "lim",
    r"\mathbb": "",
    r"\exists": "∃",
    r"\land": "and",
    r"\lor": "or",
    r"\neg": "not",
    r"\sim": "~",
    r"\notin": "∉",
    r"\sqrt": "√",
    r"\approx": "≈",
    r"\pm": "±",
    r"\|": "|",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\ ": " ",
    r"\cdots": "…",
    r"\delta": "δ",
    r"\Delta": "Δ",
}


_OPEN, _CLOSE = "\x01", "\x02"
"""Stand for braces that are shown, while braces that group are taken away."""


def _fraction(match: re.Match[str]) -> str:
    above, below = (
        part if re.fullmatch(r"[\w.\[\]|()\\]+", part) else f"({part})" for part in match.groups()
    )
    return f"{above} / {below}"


def plain_mathematics(line: str) -> str:
    """Write the few TeX commands of our docstrings as ordinary signs."""
    line = re.sub(r":math:`([^`]*)`", r"\1", line)
    line = re.sub(r"``([^`]*)``", r"\1", line)
    line = line.replace(r"\{", _OPEN).replace(r"\}", _CLOSE)
    previous = None
    while previous != line:
        previous = line
        line = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", _fraction, line)
        line = re.sub(r"\\(?:text|mathrm|mathit|operatorname|textrm)\{([^{}]*)\}", r"\1", line)
        line = re.sub(r"([_^])\{(\w+)\}", r"\1\2", line)
        line = re.sub(r"([_^])\{([^{}]*)\}", r"\1(\2)", line)
    for sign, plain in sorted(_SIGNS.items(), key=lambda pair: -len(pair[0])):
        line = line.replace(sign, plain)
    return line.replace(_OPEN, "{").replace(_CLOSE, "}")
