"""Several tables under their titles, in any text format."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from partwise._record import record
from partwise.messages import visible
from partwise.report.escape import latex, markdown, spreadsheet
from partwise.report.grid import Grid, to_latex, to_markdown, to_text, width_of

_LINES = 4096
"""Lines that are put together at a time: a text costs half of what its lines cost."""

_BLANKS = {9: " ", 10: " ", 13: " "}
"""What would end a cell or a line of TSV."""


@record
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
    if form == "csv":
        import csv

        text = _Once(str if raw else spreadsheet)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_cell(v, text) for v in row] for row in rows)
        return out.getvalue()
    one_line = names_of_tsv(raw=raw)
    pieces = ["\t".join(header)]
    stream = iter(rows)
    while some := list(islice(stream, _LINES)):
        columns = (_column(values, one_line) for values in zip(*some, strict=True))
        even = len(set(map(len, some))) == 1
        cells = zip(*columns, strict=True) if even else (_column(row, one_line) for row in some)
        pieces.append("\n".join(map("\t".join, cells)))
    return "\n".join(pieces) + "\n"


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


class _Once(dict[str, str]):
    """Names as they are written: runs, topics and measures come again in row after row."""

    def __init__(self, write: Callable[[str], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, name: str) -> str:
        self[name] = written = self._write(name)
        return written


def names_of_tsv(*, raw: bool = False) -> Mapping[str, str]:
    """Return names as cells of TSV; see `delimited`."""
    text = str if raw else spreadsheet
    return _Once(lambda name: text(name).translate(_BLANKS))


def numbers_of_tsv(values: Sequence[float]) -> list[str]:
    """Return numbers as cells of TSV; see `delimited`."""
    written = list(map(repr, values))
    return ["" if text == "nan" else text for text in written] if "nan" in written else written


def _column(values: Sequence[object], text: Mapping[str, str]) -> list[str]:
    """Write a column: most hold names or numbers alone."""
    kinds = set(map(type, values))
    if kinds == {str}:
        return list(map(text.__getitem__, values))  # type: ignore[arg-type]
    if kinds == {float}:
        return numbers_of_tsv(values)  # type: ignore[arg-type]
    return [_cell(value, text) for value in values]


def _cell(value: object, text: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return text[value]
    if isinstance(value, float):
        return "" if math.isnan(value) else float.__repr__(value)
    return "" if value is None else str(value)
