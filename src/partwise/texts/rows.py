"""Rows of tables with their quotes and documents."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import FormatError, PartwiseError, TableError, quote
from partwise.files.detect import column_names as names_in
from partwise.files.detect import detect, first_lines, nothing_in
from partwise.files.detect_json import keys_of
from partwise.files.parsing.parquet import is_parquet
from partwise.files.reading import columns_of as table_columns
from partwise.files.registry import FORMATS, Kind, format_named
from partwise.files.source import Source
from partwise.tables.columns import Coded, decode, is_absent
from partwise.tables.frames import columns_of, named_columns
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import PartIds, of_run, texts_of
from partwise.tables.problems import FARTHEST, RowsError
from partwise.tables.row_rules import MISSING_HINT, no_place
from partwise.tables.rows import RowLines
from partwise.tables.schema import Schema
from partwise.tables.table import Table
from partwise.texts.verification import As

_BITS = 1 << 63
_HALF = re.compile("[\ud800-\udfff]")

ABSENT = -1
"""Code of an offset that is not given."""
WRONG = -2
"""Code of an offset that is given and invalid: negative or too large."""


@dataclass
class QuoteRows:
    """Rows of a table, column by column.

    Parameters
    ----------
    columns : dict of str to list
        All columns under our names, as they came.
    size : int
        Number of rows.
    source : str or None
        The file.
    lines : object with a method ``of`` or None
        Line of each row, where rows have lines.
    notes : sequence of str
        Notes of reading.
    """

    columns: dict[str, list[Any]]
    size: int
    source: str | None = None
    lines: RowLines | None = None
    notes: Sequence[str] = ()

    @property
    def kind(self) -> As:
        """Kind of the rows, derived from their columns."""
        filled = {name for name, cells in self.columns.items() if not all(map(_is_empty, cells))}
        if "topic" not in self.columns:
            return "chunks"
        ranked = bool(filled & {"score", "rank", "distance"})
        return "run" if ranked and not filled & {"grade", "e", "s"} else "qrels"

    def texts(self, name: str) -> list[str]:
        """Return a column of text, empty where it is absent."""
        cells = self.columns.get(name)
        if cells is None:
            return [""] * self.size
        return ["" if is_absent(cell) else str(cell) for cell in cells]

    def offsets(self, name: str) -> Ints:
        """Return a column of offsets, `ABSENT` where there is none, `WRONG` for negative ones."""
        cells = self.columns.get(name)
        if cells is None:
            return np.full(self.size, ABSENT)
        return np.array([self._offset(name, row, cell) for row, cell in enumerate(cells)], np.int64)

    def _offset(self, name: str, row: int, cell: Any) -> int:
        if _is_empty(cell):
            return ABSENT
        try:
            value = int(cell)
        except (ValueError, TypeError, OverflowError):
            value = None
        if value is None or isinstance(cell, bool) or (isinstance(cell, float) and value != cell):
            raise self.error([(row, f"{name} {quote(str(cell))} is not a whole number")])
        if not -_BITS <= value < _BITS:
            raise self.error([(row, f"{name} {quote(str(cell)[:80])} is beyond 64 bits")])
        return value if 0 <= value < FARTHEST else WRONG

    def error(self, problems: Sequence[tuple[int, str]], total: int | None = None) -> Exception:
        """Return an error about rows, with their lines where they have any."""
        error = RowsError(self.source, problems, total)
        lines = self.lines
        if self.source is None or lines is None:
            return error
        return error.with_lines([lines.of(row) for row, _ in problems])

    def check_bare(self, bare: NDArray[np.bool_]) -> None:
        """Raise RowsError for the first row under the mask `bare`: no quote and no place."""
        rows = np.flatnonzero(bare).tolist()
        if rows and "text" not in self.columns:
            available = ", ".join(self.columns)
            problem = f"no column text (available: {available})"
            raise (
                TableError(None, problem)
                if self.source is None
                else FormatError(self.source, None, problem, "Use --columns text=NAME")
            )
        if rows:
            raise self.error([(rows[0], f"{no_place(len(rows))}, and no text. {MISSING_HINT}")], 1)


def _require_whole_characters(rows: QuoteRows) -> QuoteRows:
    """Return the rows; raise RowsError if a text contains a lone surrogate."""
    for name in ("text", "prefix", "suffix"):
        for row, cell in enumerate(rows.columns.get(name, ())):
            if isinstance(cell, str) and not cell.isascii() and _HALF.search(cell):
                problem = f"{name} holds half of a character (a lone surrogate)"
                raise rows.error([(row, problem)], 1)
    return rows


def _is_empty(cell: Any) -> bool:
    return is_absent(cell) or cell == ""


def rows_of(
    table: Any, *, columns: Mapping[str, str] | None = None, encoding: str = "utf-8"
) -> QuoteRows:
    """Read rows from a file, a frame, a list of dictionaries or a table of partwise."""
    if isinstance(table, QuoteRows):
        return table
    if isinstance(table, str | os.PathLike):
        source = table if isinstance(table, Source) else Source(table, encoding=encoding)
        return _require_whole_characters(_of_file(source, columns))
    if hasattr(table, "to_frame") and hasattr(table, "notes"):
        rows = _of_frame(table.to_frame(), columns)
        rows.source = table.source
        return rows
    return _require_whole_characters(_of_frame(table, columns))


def quotes_of_others(path: Any, kind: Kind | None, encoding: str = "utf-8") -> QuoteRows | None:
    """Return the quotes without places of a file of another tool; None where there are none.

    Without a kind, the content decides which quotes of a file with several kinds are read.
    """
    if not isinstance(path, str | os.PathLike) or os.path.isdir(path):  # noqa: PTH112
        return None
    source = Source(path, encoding=encoding)
    try:
        read = getattr(FORMATS[detect(source)].load(), "read_quotes", None)
    except PartwiseError:  # whoever reads the file says what is wrong with it
        return None
    table = None if read is None else read(source, kind)
    return None if table is None else _of_table(table, source)


def _of_file(source: Source, columns: Mapping[str, str] | None) -> QuoteRows:
    file_format = format_named(table_format(source))
    return _of_table(table_columns(source, file_format, Schema("quotes", columns)), source)


def _of_table(table: Table, source: Source) -> QuoteRows:
    table.problems.refuse()
    if not table.size:
        raise source.error(None, "no rows")
    cells: dict[str, list[Any]] = {}
    for name, text in table.texts.items():
        cells[name] = decode(text.codes, text.names)
    for name, column in table.extra.items():
        cells[name] = column.tolist()
    lines = table.lines if table.lines.unit == "line" else None
    return QuoteRows(cells, table.size, source.name, lines, table.notes)


def table_format(source: Source) -> str:
    """Return the format of a table that may have any columns."""
    if is_parquet(source):
        return "parquet"
    first = next(first_lines(source), None)
    if first is None:
        raise nothing_in(source)
    line = first[1].lstrip()
    return "jsonl" if line.startswith("{") else "tsv" if "\t" in line else "csv"


def column_names(path: str | os.PathLike[str]) -> list[str]:
    """Return the names of a table's columns; none of what is no table, or damaged."""
    try:
        source = path if isinstance(path, Source) else Source(path)
        if _is_of_others(source):
            return []
        name = table_format(source)
        if name != "jsonl":
            return names_in(source, name)
        lines = [line for _, line in first_lines(source)]
    except PartwiseError:
        return []
    return list(dict.fromkeys(key for line in lines for key in keys_of(line)))


def _is_of_others(source: Source) -> bool:
    """Return True for a file of another tool, whose reader extracts quotes itself."""
    try:
        return not FORMATS[detect(source)].is_table
    except PartwiseError:
        return False


def _of_frame(frame: Any, columns: Mapping[str, str] | None) -> QuoteRows:
    named, notes = named_columns("quotes", columns_of(frame), columns)
    cells = {
        name: decode(column.codes, column.names)
        if isinstance(column, Coded)
        else list(column if isinstance(column, list) else column.tolist())
        for name, column in named.items()
    }
    size = len(next(iter(cells.values()), []))
    return QuoteRows(cells, size, notes=notes)


@dataclass(frozen=True)
class NamedRows:
    """Rows located by the id of a part in an inventory.

    Parameters
    ----------
    rows : QuoteRows
        All rows.
    inventory : Inventory or None
        The parts with their places.
    part : ndarray of int64
        Index of each row's part in the inventory; -1 for rows with a place or an unknown id.
    """

    rows: QuoteRows
    inventory: Inventory | None
    part: Ints

    @classmethod
    def of(cls, rows: QuoteRows, inventory: Any, name: str | None) -> NamedRows:
        """Look ids up in the inventory of a run (None: of the assessments)."""
        chosen = of_run(inventory, name)
        if not isinstance(chosen, Inventory) or chosen.id is None or "id" not in rows.columns:
            return cls(rows, None, np.full(rows.size, ABSENT))
        part = PartIds(chosen).rows(texts_of(rows.columns["id"]))
        for label in ("start", "end"):
            part = np.where(rows.offsets(label) == ABSENT, part, ABSENT)
        for label in ("element", "tree"):
            bare = np.array([cell == "" for cell in rows.texts(label)], bool)
            part = np.where(bare, part, ABSENT)
        return cls(rows, chosen, part)

    @property
    def is_placed(self) -> Flags:
        """Mask of the rows that the inventory places."""
        return self.part >= 0

    def unnamed(self) -> QuoteRows:
        """Return the rows without documents that repeat the id: no text has such a name."""
        doc, ids = self.rows.texts("doc"), texts_of(self.rows.columns.get("id", ()))
        if not self.is_placed.any() or "doc" not in self.rows.columns:
            return self.rows
        both = zip(doc, ids, strict=True)
        bare = ["" if name == part_id else name for name, part_id in both]
        return replace(self.rows, columns=self.rows.columns | {"doc": bare})

    def filled(self) -> QuoteRows:
        """Return the rows with the places of the inventory, as if they had come with them."""
        if self.inventory is None or not self.is_placed.any():
            return self.rows
        parts, size = self.inventory, self.rows.size
        docs = parts.docs.tolist()
        doc = self.rows.texts("doc")
        ends = {name: [*self.rows.columns.get(name, [None] * size)] for name in ("start", "end")}
        for row in np.flatnonzero(self.is_placed).tolist():
            part = self.part[row]
            doc[row] = docs[int(parts.doc[part])]
            if parts.start[part] >= 0:
                ends["start"][row], ends["end"][row] = int(parts.start[part]), int(parts.end[part])
        return replace(self.rows, columns=self.rows.columns | ends | {"doc": doc})
