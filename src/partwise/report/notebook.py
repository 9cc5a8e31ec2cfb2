"""Sheets as small HTML tables, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from partwise.messages import visible
from partwise.report.escape import Code
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet


def to_html(sheets: Sequence[Sheet], sentences: Sequence[str] = (), heading: str = "") -> str:
    """Write a heading, sheets under their titles, then sentences; empty sheets are left out."""
    shown = [sheet for sheet in sheets if sheet.grid.rows]
    blocks = [
        f"<p>{_text(s.title)}</p>\n{_table(s.grid)}" if s.title else _table(s.grid) for s in shown
    ]
    above = [f"<p>{_text(heading)}</p>"] if heading else []
    return "\n".join([*above, *blocks, *(f"<p>{_text(line)}</p>" for line in sentences)])


def _table(laid: Grid) -> str:
    sides = ["left", *("left" if laid.is_text(i) else "right" for i in range(len(laid.columns)))]
    plain = [False] * len(sides)
    lines = ["<table>", f"<thead>{_row('th', [laid.corner, *laid.columns], sides, plain)}</thead>"]
    lines.append("<tbody>")
    for name, cells, marks in laid.rows:
        lines.append(_row("td", [name, *cells], sides, [False, *marks]))
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(tag: str, cells: Sequence[str], sides: Sequence[str], marks: Sequence[bool]) -> str:
    written = [
        f'<{tag} style="text-align: {side}">{f"<b>{_text(c)}</b>" if mark else _text(c)}</{tag}>'
        for c, side, mark in zip(cells, sides, marks, strict=True)
    ]
    return f"<tr>{''.join(written)}</tr>"


def _text(text: str) -> str:
    shown = escape(visible(text))
    return f"<code>{shown}</code>" if isinstance(text, Code) else shown
