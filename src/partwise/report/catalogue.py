"""Catalogue of measures: questions, formulas and parameters."""

from __future__ import annotations

import inspect
import re
import textwrap
from itertools import pairwise

from partwise.errors import PartwiseError, UnknownNameError
from partwise.evaluation.conventions import adapted
from partwise.evaluation.preset import Preset
from partwise.evaluation.presets import PRESETS
from partwise.evaluation.registered import load
from partwise.kernels.text.near import near
from partwise.language.component import Component
from partwise.language.fields import REQUIRED, Field, spell
from partwise.language.measure import Measure
from partwise.language.parser import check_name, ours, parse, parse_all
from partwise.language.registry import aliases_of, classes, find, in_order
from partwise.messages import several


def prose(cls: type) -> list[str]:
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
    return [line for line, is_doubled in zip(lines, doubled, strict=True) if not is_doubled][:-1]


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
    r"\exp": "exp",
    r"\ln": "ln",
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
    r"\bar": "",
    r"\subseteq": "⊆",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\tau": "τ",
    r"\pi": "π",
    r"\lim": "lim",
    r"\mathbb": "",
    r"\exists": "∃",
    r"\forall": "∀",
    r"\iff": "⇔",
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


_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_ONE = re.compile(r"[\w.\[\]|()\\]+|\\?\w+\([^()]*\)|\|[^|]*\|")
_GAP = r"(?:\s|\\[,;!])*"
_FREE_BEFORE = re.compile(rf"(?:^|[=+\-,;({{\[<>]|\\(?:q?quad|lceil|lfloor|le|ge)\b){_GAP}$")
_FREE_AFTER = re.compile(
    rf"{_GAP}(?:$|[=+\-,;.)}}\]<>]|\\(?:q?quad|right|rceil|rfloor|le|ge|text)\b|\\\\)"
)


def _fraction(match: re.Match[str]) -> str:
    """Write a fraction on one line, in brackets where a factor stands beside it."""
    above, below = (part if _ONE.fullmatch(part) else f"({part})" for part in match.groups())
    text, (start, end) = match.string, match.span()
    alone = _FREE_BEFORE.search(text[:start]) and _FREE_AFTER.match(text[end:])
    return f"{above} / {below}" if alone else f"({above} / {below})"


def plain_mathematics(line: str) -> str:
    """Write the few TeX commands of our docstrings as ordinary signs."""
    line = re.sub(r":math:`([^`]*)`", r"\1", line)
    line = re.sub(r"``([^`]*)``", r"\1", line)
    formula = "\\" in line
    line = line.replace(r"\{", _OPEN).replace(r"\}", _CLOSE)
    line = re.sub(r"\\tilde\s*\{?(\w)\}?", r"\1~", line)
    previous = None
    while previous != line:
        previous = line
        line = _FRACTION.sub(_fraction, line)
        line = re.sub(r"\\(?:text|mathrm|mathit|operatorname|textrm)\{([^{}]*)\}", r"\1", line)
        line = re.sub(r"([_^])\{(\w+)\}", r"\1\2", line)
        line = re.sub(r"([_^])\{([^{}]*)\}", r"\1(\2)", line)
    if formula:
        line = re.sub(r"(?<=\S) {2,}", " ", re.sub(r" *\\[,;] *", " ", line))
    for sign, plain in sorted(_SIGNS.items(), key=lambda pair: -len(pair[0])):
        line = line.replace(sign, plain)
    return line.replace(_OPEN, "{").replace(_CLOSE, "}")


_SPANS = "chunks or passages against spans"
_GROUPS = {
    "focused": _SPANS,
    "union": _SPANS,
    "parts": _SPANS,
    "documents": "documents",
    "in context": "parts in their documents",
    "effort": "effort",
    "elements": "elements",
    "navigation": "navigation",
}
"""Kind of judgements by family, in the order of the list; other families follow."""

_WANTS = {
    "how much of the answer": ("CharR", "SpanR", "Hit"),
    "how precise": ("CharP", "CharF", "CharIoU", "CharOverlap", "PartP"),
    "how early": ("CharAP", "iP", "AiP", "PartRR"),
    "near misses": ("GR", "EPRUM", "AEPRUM"),
}
"""Questions about chunks and passages, and the measures that answer them."""


def grouped(measures: list[type[Measure]]) -> dict[str, dict[str, list[type[Measure]]]]:
    """Arrange measures by available judgements, then by question."""
    order = dict.fromkeys([*_GROUPS.values(), *(cls.family for cls in measures)])
    groups: dict[str, dict[str, list[type[Measure]]]] = {group: {} for group in order}
    groups[_SPANS] = {want: [] for want in _WANTS}
    want_of = {name: want for want, names in _WANTS.items() for name in names}
    for cls in measures:
        want = want_of.get(cls.label(), "")
        group = _SPANS if want else _GROUPS.get(cls.family, cls.family)
        groups[group].setdefault(want, []).append(cls)
    return {group: wants for group, wants in groups.items() if any(wants.values())}


_WIDTH = 96
NOT_STATED = "not stated"
"""Stands for a fact that the class of a measure does not state."""
_TRY = "try  partwise evaluate qrels.tsv run.jsonl"
_OPTIONS = {
    "structure": " --structure structure.parquet",
    "structure or inventory": " --structure structure.parquet",
    "lengths": " --lengths lengths.tsv",
}
"""Options of a command for measures that need more than assessments and runs."""
_NEEDS = {
    "assessed trees": "judged elements or trees, or highlighted spans",
    "documents": "judged documents; a document with a judged span is one",
    "elements": "elements judged by e and s, or elements that hold highlighted spans",
    "highlights or documents": "judged spans of text, or judged documents",
    "highlights": "judged spans of text, or documents that are relevant as a whole",
    "ideals": "what the user wants: judged elements, or every highlighted span",
    "lengths": "of the documents: --lengths, --structure or a column length in the assessments",
    "lengths of whole documents": "only where a result is a whole document",
    "structure": "the element trees of the documents, --structure",
    "structure or inventory": "all units that could have been returned",
}
"""Explanations of the needs of measures."""
_FAMILIES = ("documents", "parts", "focused", "union", "in context", "effort", "elements")
"""Families in the order of the list; others follow."""


def measures() -> list[type[Measure]]:
    """Return all measures by family, then by name."""
    load()
    registered = [cls for cls in classes(Measure) if issubclass(cls, Measure)]
    places = {family: place for place, family in enumerate(_FAMILIES)}
    return sorted(registered, key=lambda cls: (places.get(cls.family, len(places)), cls.family))


def components() -> dict[str, list[type[Component]]]:
    """Return everything else that can be named, by family."""
    load()
    families: dict[str, list[type[Component]]] = {}
    for cls in classes(Component):
        if not issubclass(cls, Measure):
            noun = cls.noun.partition(" ")[2]
            families.setdefault(several(noun), []).append(cls)
    return families


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


def of_documents(cls: type[Measure]) -> bool:
    """Return True if a measure counts documents, whatever part of them was retrieved."""
    return cls.needs == frozenset({"documents"})


def summary(cls: type[Component]) -> str:
    """Return the first sentence of the docstring."""
    text = inspect.getdoc(cls) or ""
    return " ".join(text.split("\n\n")[0].split()).rstrip(".")


def _about(cls: type[Measure]) -> str:
    text = summary(cls)
    is_stated = cls.better == "higher" or "lower is better" in text.lower()
    return text if is_stated else f"{text}. Lower is better"


def by_family() -> str:
    """List measures by family, then their components and the presets."""
    families: dict[str, list[type[Measure]]] = {}
    for cls in measures():
        families.setdefault(cls.family, []).append(cls)
    lines: list[str] = []
    for family, members in families.items():
        lines += [family.upper(), *_entries(_marked(members)), ""]
    for family, others in components().items():
        lines.append(f"{family.upper()} (inside a measure)")
        lines += [*_entries([(cls.label(), summary(cls)) for cls in others]), ""]
    lines.append("PRESETS (--preset NAME)")
    lines += _entries([(name, entry.about) for name, entry in PRESETS.items()])
    lines += ["", "documents: counts documents; a part counts for its whole document."]
    lines += ["@k: cutoff at a rank; @x: at a recall level, written with a decimal point."]
    lines.append("P@[5,10], CharR@1..5, iP@0.0..1.0, gP(F(beta=[0.25,1]))@10: several at once.")
    lines.append("partwise measures NAME explains one; --by question lists by what is asked.")
    return "\n".join(lines) + "\n"


def _marked(members: list[type[Measure]]) -> list[tuple[str, str]]:
    """Name and text of measures; names of measures of documents are marked."""
    width = max(len(spelling(cls)) for cls in members) + 2
    any_marked = any(map(of_documents, members))
    entries = []
    for cls in members:
        mark = "documents" if of_documents(cls) else ""
        name = f"{spelling(cls).ljust(width)}{mark}" if any_marked else spelling(cls)
        entries.append((name.rstrip(), _about(cls)))
    return entries


def by_question() -> str:
    """List measures by the question that each answers, grouped by what one has and wants."""
    lines: list[str] = []
    for group, wants in grouped(measures()).items():
        lines.append(group.upper())
        for want, members in wants.items():
            lines += [f"  {want}"] if want else []
            for cls in members:
                lines += [f"    {cls.question or NOT_STATED}", f"        {spelling(cls)}"]
        lines.append("")
    return "\n".join(lines)


def _entries(pairs: list[tuple[str, str]]) -> list[str]:
    width = max((len(name) for name, _ in pairs), default=0) + 4
    lines = []
    for name, text in pairs:
        wrapped = textwrap.wrap(text, _WIDTH - width) or [""]
        lines.append(f"  {name.ljust(width - 2)}{wrapped[0]}")
        lines += [" " * width + continuation for continuation in wrapped[1:]]
    return lines


def _preset(entry: Preset) -> list[str]:
    """List the values of a preset, those of its tool under their labels, and the quirks."""
    lines = [f"{entry.name}: {entry.about}"]
    if entry.tool is not None:
        quirks = frozenset(entry.quirks)
        names = (
            adapted(parse(value_entry.measure), entry.convention, quirks)
            for value_entry in entry.entries
        )
        named = [
            (value_entry.label, repr(m))
            for value_entry, m in zip(entry.entries, names, strict=True)
        ]
        lines += [f"values of {entry.tool}:", *_entries(named)]
        lines += ["beside them:"] if entry.beside else []
    lines += [f"  {measure}" for measure in entry.beside]
    if entry.quirks:
        lines += ["quirks (--quirks NAMES keeps some, off none), and what is done without them:"]
        lines += _entries(list(entry.quirks.items()))
    return lines


def explain(text: str) -> str:
    """Explain one measure, component or preset."""
    load()
    if text in PRESETS:
        return "\n".join([*_preset(PRESETS[text]), "", f"{_TRY} --preset {text}"]) + "\n"
    cls = _class_of(text)
    lines = [cls.label(), "=" * len(cls.label()), "", *prose(cls), ""]
    entries = facts(cls) if issubclass(cls, Measure) else []
    others = aliases_of(cls)
    if others:
        entries.append(("also called", ", ".join(others)))
    entries += [(f"parameter {field.name}", _parameter(field)) for field in cls.fields.values()]
    return "\n".join([*lines, *_entries(entries), "", _attempt(cls)]) + "\n"


def _attempt(cls: type[Component]) -> str:
    """Write a command that uses a measure or component."""
    if issubclass(cls, Measure):
        spelled = _complete(cls)
        options = "".join(option for need, option in _OPTIONS.items() if need in (cls.needs or ()))
    else:
        call = _call(cls)
        spelled, options = cls.inside.split(", ")[0].format(call) or call, ""
    quoted = f'"{spelled}"' if "'" in spelled else f"'{spelled}'"
    return f"{_TRY} -m {quoted}{options}"


def _call(cls: type[Component]) -> str:
    """Spell a measure or component with examples of the parameters without a default."""
    needed = [field for field in cls.fields.values() if field.default is REQUIRED]
    examples = ", ".join(field.example or f"{field.name}=..." for field in needed)
    return f"{cls.label()}({examples})" if examples else cls.label()


def _complete(cls: type[Measure]) -> str:
    """Spell a measure with the cutoff or parameter that it needs."""
    call = _call(cls)
    for ending in ("", "@10", "@0.1", "(r=1)"):
        try:
            return repr(parse(call + ending))
        except PartwiseError:
            continue
    return call


def _class_of(text: str) -> type[Component]:
    bare = re.split(r"[(@]", text, maxsplit=1)[0].strip()
    if bare != text:
        parse_all(text)
    check_name(text)
    translation = ours(bare)
    try:
        return find(bare if translation is None else translation.name, Component)
    except UnknownNameError as error:
        close = error.close or near(bare, PRESETS)
        raise UnknownNameError("measure", text, close) from None


def facts(cls: type[Measure]) -> list[tuple[str, str]]:
    """Return the facts of a measure that hold for all parameters, as (title, text)."""
    direction = "higher is better" if cls.better == "higher" else "LOWER is better"
    needed = NOT_STATED if cls.needs is None else "; ".join(map(_need, sorted(cls.needs)))
    cutoff = cls.expected_cutoff() + (" (required)" if cls.cutoff_required else "")
    level = [("level", "counts documents; a part counts for its whole document")]
    return [
        ("answers", cls.question or NOT_STATED),
        *(level if of_documents(cls) else []),
        ("range", f"{_range(cls)}, {direction}"),
        ("needs", needed or "nothing but the run"),
        ("undefined", cls.undefined or NOT_STATED),
        ("cutoff", cutoff if cls.cutoffs else "none"),
    ]


def _need(word: str) -> str:
    """Explain a word for what a measure needs."""
    return f"{word} ({_NEEDS[word]})" if word in _NEEDS else word


def _range(cls: type[Measure]) -> str:
    """Write the range with default parameters, and exceptions to it."""
    if cls.bounds is None:
        return NOT_STATED
    low, high = map(float, cls.bounds)
    top = "infinity)" if high == float("inf") else f"{spell(high)}]"
    exception = f"; {cls.beyond}" if cls.beyond else ""
    return f"[{spell(low)}, {top}{exception}"


def _parameter(field: Field) -> str:
    expected = field.expected
    if field.family is not None and issubclass(field.family, Component):
        expected = ", ".join(cls.label() for cls in in_order(field.family))
    return f"{expected}; {field.default_words}"
