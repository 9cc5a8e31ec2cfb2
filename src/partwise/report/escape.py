"""Any text as a cell of a table: on a terminal, in Markdown, in LaTeX, in a spreadsheet."""

from __future__ import annotations

import re

from partwise.messages import visible

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": "$<$",
        ">": "$>$",
        "|": "$|$",
        "↓": r"$\downarrow$",
        "…": r"\dots{}",
    }
)
_MARKDOWN = r"[\\|<>`*_]"
_NUMBER = r"(?i)[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|nan)"


class Code(str):
    """Text that is set in code font: the name of a measure."""

    __slots__ = ()


def latex(text: str) -> str:
    """Write text for LaTeX; a percent sign keeps its distance from the number."""
    return visible(text).translate(_LATEX).replace(r" \%", r"\,\%")


def markdown(text: str) -> str:
    """Write text for a cell of a Markdown table."""
    shown = visible(text)
    if isinstance(text, Code):
        fence = "``" if "`" in shown else "`"
        return f"{fence}{shown}{fence}".replace("|", "\\|")
    return re.sub(_MARKDOWN, r"\\\g<0>", shown)


def spreadsheet(text: str) -> str:
    """Keep a spreadsheet from taking text for a formula; numbers stay numbers."""
    if text[:1] in ("=", "+", "-", "@") and not re.fullmatch(_NUMBER, text):
        return f"'{text}"
    return text
