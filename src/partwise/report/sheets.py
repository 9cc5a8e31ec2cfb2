"""Several tables under their titles, in any text format."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from partwise.messages import visible
from partwise.report.escape import latex, markdown, spreadsheet
from partwise.report.grid import Grid, to_latex, to_markdown, to_text, width_of


@dataclass(frozen=True)
class Sheet:
    """A table with a title; an empty title is not shown."""

    title: str
    grid: Grid
    narrow: Callable[[int], list[Sheet]] | None = None
    """Other sheets for a screen of so many characters, where the table is wider."""


def render(
    sheets: Sequence[Sheet], form: str, *, width: int | None = None, bold: bool = False
) -> str:
    """Write sheets as ``table``, ``md`` or ``latex``; sheets without rows are left out."""
    blocks = []
    for sheet in _fitting(sheets, width):
        if not sheet.grid.rows:
            continue
        if form == "md":
            title = f"**{markdown(sheet.title)}**\n\n" if sheet.title else ""
            blocks.append(title + to_markdown(sheet.grid))
        elif form == "latex":
            title = f"% {latex(sheet.title)}\n" if sheet.title else ""
            blocks.append(title + to_latex(sheet.grid))
        else:
            title = f"{visible(sheet.title)}\n" if sheet.title else ""
            blocks.append(title + to_text(sheet.grid, width=width, bold=bold))
    return "\n".join(blocks)


def _fitting(sheets: Sequence[Sheet], width: int | None) -> Iterator[Sheet]:
    """Replace sheets that are wider than the screen where they know how."""
    for sheet in sheets:
        if width is not None and sheet.narrow is not None and width_of(sheet.grid) > width:
            yield from sheet.narrow(width)
        else:
            yield sheet


def delimited(
    header: Sequence[str], rows: Iterable[Sequence[object]], form: str, *, raw: bool = False
) -> str:
    """Write records as ``tsv`` or ``csv``; empty = undefined.

    Numbers have the fewest digits that read back the same. A spreadsheet would take text that
    begins with ``= + - @`` for a formula: unless `raw`, an apostrophe stands before it.
    """
    safe: Callable[[str], str] = (lambda text: text) if raw else spreadsheet
    cells = ([safe(v) if isinstance(v, str) else _cell(v) for v in row] for row in rows)
    if form == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(cells)
        return out.getvalue()
    blanks = {9: " ", 10: " ", 13: " "}
    lines = ["\t".join(header)]
    lines += ["\t".join(cell.translate(blanks) for cell in row) for row in cells]
    return "\n".join(lines) + "\n"


def number(value: float | None, digits: int = 4, *, sign: bool = False) -> str:
    """Write a number for people; ``-`` where it is undefined."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"


def p_value(value: float | None) -> str:
    """Write a p-value for people, never as zero."""
    if value is None or math.isnan(value):
        return "-"
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


def _cell(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return repr(float(value)) if isinstance(value, float) else str(value)
