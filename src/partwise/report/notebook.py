"""Sheets as small HTML tables, for notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from partwise.messages import visible
from partwise.report.escape import Code
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet

Cells = Mapping[tuple[int, int], str]
"""Something for cells, by row and column."""


@dataclass(frozen=True)
class Drawn:
    """What is added to the cells of a table; markup of ours, never of a user."""

    below: Cells = field(default_factory=dict)
    """Drawings below the text."""
    style: Cells = field(default_factory=dict)
    """Further style of the cell."""


def to_html(
    sheets: Sequence[Sheet],
    sentences: Sequence[str] = (),
    heading: str = "",
    drawn: Sequence[Drawn] = (),
) -> str:
    """Write a heading, sheets under their titles, then sentences; empty sheets are left out."""
    every = [*drawn, *[Drawn()] * (len(sheets) - len(drawn))]
    pairs = zip(sheets, every, strict=True)
    blocks = [_titled(sheet, more) for sheet, more in pairs if sheet.grid.rows]
    above = [f"<p>{_text(heading)}</p>"] if heading else []
    return "\n".join([*above, *blocks, *(paragraph(line) for line in sentences)])


def paragraph(text: str) -> str:
    """Write a sentence."""
    return f"<p>{_text(text)}</p>"


def _titled(sheet: Sheet, drawn: Drawn) -> str:
    above = f"{paragraph(sheet.title)}\n" if sheet.title else ""
    return above + _table(sheet.grid, drawn)


def _table(laid: Grid, drawn: Drawn) -> str:
    sides = ["left", *("left" if laid.is_text(i) else "right" for i in range(len(laid.columns)))]
    heads = zip([laid.corner, *laid.columns], sides, strict=True)
    top = "".join(_cell("th", _text(head), f"text-align: {side}") for head, side in heads)
    lines = ["<table>", f"<thead><tr>{top}</tr></thead>", "<tbody>"]
    for r, (name, texts, marks) in enumerate(laid.rows):
        cells = [_cell("td", _text(name), f"text-align: {sides[0]}")]
        for c, (text, mark) in enumerate(zip(texts, marks, strict=True)):
            shown = f"<b>{_text(text)}</b>" if mark else _text(text)
            more = drawn.style.get((r, c))
            style = f"text-align: {sides[c + 1]}" + (f"; {more}" if more else "")
            cells.append(_cell("td", shown + drawn.below.get((r, c), ""), style))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])


def _cell(tag: str, shown: str, style: str) -> str:
    return f'<{tag} style="{style}">{shown}</{tag}>'


def _text(text: str) -> str:
    shown = escape(visible(text))
    return f"<code>{shown}</code>" if isinstance(text, Code) else shown
