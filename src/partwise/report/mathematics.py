"""Docstrings on a terminal: mathematics in plain signs."""

from __future__ import annotations

import inspect
import re
from itertools import pairwise


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
