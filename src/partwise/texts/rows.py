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
"""Stands for an offset that is not given."""
WRONG = -2
"""Stands for an offset that is given and cannot be one: -1."""


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
        What was noticed.
    """

    columns: dict[str, list[Any]]
    size: int
    source: str | None = None
    lines: RowLines | None = None
    notes: Sequence[str] = ()

    @property
    def kind(self) -> As:
        """What the rows are, as their columns say it."""
        there = {name for name, cells in self.columns.items() if not all(map(_is_empty, cells))}
        if "topic" not in self.columns:
            return "chunks"
        ranked = bool(there & {"score", "rank", "distance"})
        return "run" if ranked and not there & {"grade", "e", "s"} else "qrels"

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
        found = RowsError(self.source, problems, total)
        lines = self.lines
        if self.source is None or lines is None:
            return found
        return found.with_lines([lines.of(row) for row, _ in problems])

    def refuse_bare(self, bare: NDArray[np.bool_]) -> None:
        """Refuse rows with neither a quote nor a place (E26)."""
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


def _whole_characters(rows: QuoteRows) -> QuoteRows:
    """Refuse a text that no file could hold."""
    for name in ("text", "prefix", "suffix"):
        for row, cell in enumerate(rows.columns.get(name, ())):
            if isinstance(cell, str) and not cell.isascii() and _HALF.search(cell):
                problem = f"{name} holds half of a character (a lone surrogate)"
                raise rows.error([(row, problem)], 1)
    return rows


def _is_empty(cell: Any) -> bool:
    return is_absent(cell) or cell == ""


def rows_of(
    given: Any, *, columns: Mapping[str, str] | None = None, encoding: str = "utf-8"
) -> QuoteRows:
    """Read rows from a file, a frame, a list of dictionaries or one of our own tables."""
    if isinstance(given, QuoteRows):
        return given
    if isinstance(given, str | os.PathLike):
        source = given if isinstance(given, Source) else Source(given, encoding=encoding)
        return _whole_characters(_of_file(source, columns))
    if hasattr(given, "to_frame") and hasattr(given, "notes"):
        found = _of_frame(given.to_frame(), columns)
        found.source = given.source
        return found
    return _whole_characters(_of_frame(given, columns))


def quotes_of_others(given: Any, kind: Kind | None, encoding: str = "utf-8") -> QuoteRows | None:
    """Return the quotes without places of a file of another tool; None where there are none.

    Without a kind the content decides which quotes of a file are meant that holds several.
    """
    if not isinstance(given, str | os.PathLike) or os.path.isdir(given):  # noqa: PTH112
        return None
    source = Source(given, encoding=encoding)
    try:
        read = getattr(FORMATS[detect(source)].load(), "read_quotes", None)
    except PartwiseError:  # whoever reads the file says what is wrong with it
        return None
    table = None if read is None else read(source, kind)
    return None if table is None else _of_table(table, source)


def _of_file(source: Source, columns: Mapping[str, str] | None) -> QuoteRows:
    found = format_named(table_format(source))
    return _of_table(table_columns(source, found, Schema("quotes", columns)), source)


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
    """Tell the files of other tools, whose readers know where their quotes stand."""
    try:
        return not FORMATS[detect(source)].is_table
    except PartwiseError:
        return False


def _of_frame(frame: Any, columns: Mapping[str, str] | None) -> QuoteRows:
    found, notes = named_columns("quotes", columns_of(frame), columns)
    cells = {
        name: decode(column.codes, column.names)
        if isinstance(column, Coded)
        else list(column if isinstance(column, list) else column.tolist())
        for name, column in found.items()
    }
    size = len(next(iter(cells.values()), []))
    return QuoteRows(cells, size, notes=notes)


@dataclass(frozen=True)
class NamedRows:
    """Rows that have no place of their own, and an id that an inventory knows.

    Parameters
    ----------
    rows : QuoteRows
        All rows.
    inventory : Inventory or None
        Where parts lie.
    part : ndarray of int64
        The part of each such row, -1 for other rows.
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
    def known(self) -> Flags:
        """Rows that the inventory places."""
        return self.part >= 0

    def unnamed(self) -> QuoteRows:
        """Return the rows without ids that stand for documents: no text has such a name."""
        doc, ids = self.rows.texts("doc"), texts_of(self.rows.columns.get("id", ()))
        if not self.known.any() or "doc" not in self.rows.columns:
            return self.rows
        both = zip(doc, ids, strict=True)
        bare = ["" if name == own else name for name, own in both]
        return replace(self.rows, columns=self.rows.columns | {"doc": bare})

    def filled(self) -> QuoteRows:
        """Return the rows with the places of the inventory, as if they had come with them."""
        if self.inventory is None or not self.known.any():
            return self.rows
        parts, size = self.inventory, self.rows.size
        docs = parts.docs.tolist()
        doc = self.rows.texts("doc")
        ends = {name: [*self.rows.columns.get(name, [None] * size)] for name in ("start", "end")}
        for row in np.flatnonzero(self.known).tolist():
            at = self.part[row]
            doc[row] = docs[int(parts.doc[at])]
            if parts.start[at] >= 0:
                ends["start"][row], ends["end"][row] = int(parts.start[at]), int(parts.end[at])
        return replace(self.rows, columns=self.rows.columns | ends | {"doc": doc})
