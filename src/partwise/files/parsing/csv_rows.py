"""Rows of the CSV files of others, by the names of their columns."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence

from partwise.files.parsing.cells import refuse_twice
from partwise.files.source import Source
from partwise.messages import plural, with_noun


def csv_rows(source: Source, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line on which each row begins, and its cells by column.

    Parameters
    ----------
    source : Source
        The file.
    needed : sequence of str
        Columns that the header has to name.

    Raises
    ------
    FormatError
        At the first row that is none.
    """
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(source.text(), newline=""), strict=True)
    header: list[str] | None = None
    line = 1
    try:
        for cells in reader:
            begin, line = line, reader.line_num + 1
            if not any(cells):
                continue
            if header is None:
                header = _header(source, begin, cells, needed)
            elif len(cells) != len(header):
                found = plural(len(cells), "column")
                raise source.error(begin, f"{found}, expected {len(header)} ({','.join(header)})")
            else:
                yield begin, dict(zip(header, cells, strict=True))
    except csv.Error as bad:
        raise source.error(reader.line_num, f"not CSV ({bad})") from None


def _header(source: Source, line: int, cells: list[str], needed: Sequence[str]) -> list[str]:
    names = [cell.strip() for cell in cells]
    missing = [name for name in needed if name not in names]
    if missing:
        columns = with_noun("column", missing)
        raise source.error(line, f"no {columns} (available: {', '.join(names)})")
    refuse_twice(source, line, names)
    return names
