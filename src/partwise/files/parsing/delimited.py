"""Tables of text with a header: TSV, CSV, and CSV files of other tools."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from partwise.files.limits import check_width
from partwise.files.parsing.cells import Cells, refuse_twice
from partwise.files.parsing.columns import ArrayBuilder, LinesBuilder, Texts
from partwise.files.source import Block, Source
from partwise.kernels.text.lines import NEWLINE, PAD, Field, Rows, split_cells, split_rows
from partwise.kernels.text.names import gather_names
from partwise.kernels.text.quotes import cut_outside_quotes, split_quoted
from partwise.messages import plural, with_noun
from partwise.tables.columns import decoded
from partwise.tables.problems import Problems
from partwise.tables.rows import RowLines
from partwise.tables.schema import Kind, Naming, Schema
from partwise.tables.table import OFFSETS, Table

_POINT, _QUOTE = 46, 34
_UNCLOSED = ("a quote is opened and never closed", "Double a quote that is text")


def read_delimited(
    source: Source,
    schema: Schema,
    format_: str,
    separator: str | None,
    *,
    given: Sequence[str] = (),
    comments: bool = False,
) -> Table:
    """Read all columns; bad cells are noted in the table's problems.

    `given` names the columns of a file without a header; without a `separator` its lines
    are cut at white space. With `comments` lines that start with ``#`` are no rows anywhere.
    """
    quoted = format_ == "csv"
    problems, lines = Problems(source), LinesBuilder()
    columns: dict[str, _Column] = {}
    naming: Naming | None = None
    for whole in source.blocks(cut=cut_outside_quotes if quoted else None):
        block = whole
        if not columns:
            names = [*given]
            if not names and separator is not None:
                names, block = heading(source, whole, separator, quoted=quoted)
            if names:
                naming = schema.naming(names)
                ours = naming.all_ours()
                columns = {
                    name: _Column(our if schema.reads(our) else None, kind)
                    for name, (our, kind) in ours.items()
                }
        if not columns:
            continue
        if separator is None:
            rows = split_rows(block.data, block.hi, len(columns))
        else:
            shape = len(columns), ord(separator)
            block, rows = _split(block, shape, problems, quoted=quoted, comments=comments)
        cells = Cells(block, rows, problems)
        cells.odd_lines(rows, f"{len(columns)} ({' '.join(columns)})")
        for number, column in enumerate(columns.values()):
            column.add(cells, rows.field(number))
        lines.add(block, rows)
        problems.prune()
    named = {column.name: column for column in columns.values() if column.name is not None}
    table = _table(source, format_, named, lines.lines(), problems)
    table.notes = (*table.notes, *(() if naming is None else naming.notes))
    return table


def _table(
    source: Source, format_: str, columns: dict[str, _Column], lines: RowLines, problems: Problems
) -> Table:
    typed = {name: column for name, column in columns.items() if column.kind is not None}
    return Table(
        source,
        format_,
        len(lines),
        {name: column.texts.coded() for name, column in typed.items() if column.kind == "text"},
        {name: column.wholes.values for name, column in typed.items() if column.kind == "whole"},
        {name: column.reals.values for name, column in typed.items() if column.kind == "real"},
        {n: decoded(column.texts.coded()) for n, column in columns.items() if column.kind is None},
        lines,
        problems,
        frozenset(name for name, column in typed.items() if column.decimal),
        tuple(source.notes),
    )


def heading(
    source: Source, block: Block, separator: str, *, quoted: bool
) -> tuple[list[str], Block]:
    """Return the names of the columns and the block without the lines up to them."""
    position, line = PAD, 0
    while position < block.hi:
        stop = position + int(np.argmax(block.data[position : block.hi] == NEWLINE)) + 1
        text = block.text(position, stop).rstrip("\r\n")
        position, line = stop, line + 1
        if text.strip() and not text.startswith("#"):
            names = text.split(separator)
            if quoted and '"' in text:
                names = _quoted_names(source, block.number(line - 1), text)
            check_width(source, len(names))
            refuse_twice(source, block.number(line - 1), names)
            return names, block.after(position, line)
    return [], block


def _quoted_names(source: Source, line: int, text: str) -> list[str]:
    import csv

    csv.field_size_limit(sys.maxsize)
    try:
        (names,) = csv.reader([text], strict=True)
    except csv.Error:
        raise source.error(line, *_UNCLOSED) from None
    return names


def _split(
    block: Block, shape: tuple[int, int], problems: Problems, *, quoted: bool, comments: bool
) -> tuple[Block, Rows]:
    """Find the rows of a block, and the bytes that they point into."""
    if not quoted or not (block.data[PAD : block.hi] == _QUOTE).any():
        return block, split_cells(block.data, block.hi, *shape, comments=comments)
    quoted_rows = split_quoted(block.data, block.hi, *shape)
    problems.add_lines(
        block.numbers(quoted_rows.misplaced),
        lambda _: ("a quote inside a cell", "Quote the whole cell and double the quotes in it"),
    )
    text = block.data[PAD : block.hi]
    if np.count_nonzero(text == _QUOTE) % 2:
        problems.add(block.number(_unclosed(text)), _UNCLOSED)
    bare = Block(quoted_rows.data, quoted_rows.data.size - PAD, block.line, block.line_numbers)
    return bare, quoted_rows.rows


def _unclosed(text: NDArray[np.uint8]) -> int:
    """Line of the last quote that opens a cell, counted from 0."""
    quote = np.flatnonzero(text == _QUOTE)
    opening = quote[::2]
    # right after a quote that closed it is the second of a pair: text
    pair = np.concatenate(([False], quote[1:-1:2] == opening[1:] - 1))
    return int(np.count_nonzero(text[: opening[~pair][-1]] == NEWLINE))


class _Column:
    """One column while it is read; one without a name is left out."""

    def __init__(self, name: str | None, kind: Kind | None) -> None:
        self.name = name
        self.kind = kind
        self.texts = Texts()
        self.wholes = ArrayBuilder(np.int64)
        self.reals = ArrayBuilder(np.float64)
        self.decimal = False

    def add(self, cells: Cells, field: Field) -> None:
        """Append the cells of a block."""
        name = self.name
        if name is None:
            return
        if self.kind == "whole":
            self.wholes.add(_wholes(cells, field, name))
        elif self.kind == "real":
            self.reals.add(_reals(cells, field, name))
            if name == "s":  # grades or shares
                self.decimal |= bool((gather_names(cells.block.data, field) == _POINT).any())
        else:
            self.texts.add(cells.block.data, field)


def _wholes(cells: Cells, field: Field, name: str) -> NDArray[np.int64]:
    """Whole numbers that are not negative, -1 where a cell is empty."""
    filled_rows = np.flatnonzero(field[1] > field[0])
    value = np.full(field[0].size, -1)
    filled = (field[0][filled_rows], field[1][filled_rows])
    subset = cells.at(filled_rows)
    if name in OFFSETS:
        value[filled_rows] = subset.offset(filled, name)
    else:
        value[filled_rows] = subset.whole(filled, name)
    return value


def _reals(cells: Cells, field: Field, name: str) -> NDArray[np.float64]:
    """Numbers, NaN where a cell is empty."""
    filled_rows = np.flatnonzero(field[1] > field[0])
    value = np.full(field[0].size, np.nan)
    value[filled_rows] = cells.at(filled_rows).real(
        (field[0][filled_rows], field[1][filled_rows]), name
    )
    return value


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
    import csv

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
                width = plural(len(cells), "column")
                raise source.error(begin, f"{width}, expected {len(header)} ({','.join(header)})")
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
