"""JSON lines: our own tables, one object a line.

Grammar: every line is one JSON object whose keys are the names of columns. Columns and their
meaning are those of TSV (``partwise formats tsv``); a missing key, ``null`` and an empty string
are absent values. Topics and documents may be strings or whole numbers. Blank lines are
skipped, unknown keys kept. A line may hold all results of a topic, the best first: objects, or ids
that ``--inventory`` knows; their order is the rank, and their scores are only kept. A topic alone,
or with an empty list, was answered with nothing.

Example::

    {"topic": "q1", "doc": "handbook", "start": 120, "end": 185, "score": 12.5}
    {"topic": "q2", "results": [{"doc": "handbook", "start": 120, "end": 185}]}
    {"topic": "q3"}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from partwise.files.formats.jsonl.columns import Cells, Column, UnfitError, cells_of
from partwise.files.formats.jsonl.decode import decoded_rows, parsed_rows, read_values
from partwise.files.limits import check_width
from partwise.files.parsing.columns import LinesBuilder
from partwise.files.parsing.json_columns import extra_array
from partwise.files.source import Block, Source
from partwise.kernels.text.lines import PAD
from partwise.tables.problems import Problems
from partwise.tables.schema import ColumnNames, Schema
from partwise.tables.table import Table

_PIECE = 1 << 16
"""Bytes of the lines around one that does not fit; they are read value by value."""


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns, a block at a time; bad cells are noted in the table's problems."""
    keys: dict[str, None] = {}
    while True:
        reading = _Reading(source, schema, keys)
        try:
            for block in source.blocks():
                reading.add(block)
        except _RenamedError:  # the next reading knows the new key from the beginning
            continue
        return reading.table()


def _pieces(content: bytes) -> Iterator[bytes]:
    """Cut lines into pieces of about `_PIECE` bytes."""
    start = 0
    while start < len(content):
        end = content.find(b"\n", start + _PIECE) + 1 or len(content)
        yield content[start:end]
        start = end


class _RenamedError(Exception):
    """A key that changes our names of other keys, of which rows were read."""


class _Reading:
    """A table while its blocks are read.

    Parameters
    ----------
    source : Source
        The file.
    schema : Schema
        What the table is, and what the user calls its columns.
    keys : dict of str to None
        Keys seen so far, in order of first appearance; new ones are added.
    """

    def __init__(self, source: Source, schema: Schema, keys: dict[str, None]) -> None:
        self._source, self._schema, self._keys = source, schema, keys
        self._problems, self._lines = Problems(source), LinesBuilder()
        self._columns: dict[str, Column] = {}
        self._names: dict[str, str | None] = {}
        self._name_columns()

    def add(self, block: Block) -> None:
        """Append the rows of a block; lines that do not fit are read value by value."""
        content = block.data[PAD : block.hi].tobytes()
        if self._add_decoded(block, content, 0):
            return
        first = 0
        for piece in _pieces(content):
            if not self._add_decoded(block, piece, first):
                self._add_exactly(block, piece, first)
            first += piece.count(b"\n")

    def _add_decoded(self, block: Block, content: bytes, first: int) -> bool:
        """Append the rows of the lines from the line `first` of a block on, if they are plain."""
        try:
            columns, offsets = decoded_rows(content, self._schema.what)
            self._add_keys(columns)
            cells = {key: self._columns[key].read(*columns[key]) for key in self._used(columns)}
        except (UnfitError, OverflowError):
            return False
        self._append(block, first + offsets, cells)
        return True

    def _add_exactly(self, block: Block, content: bytes, first: int) -> None:
        """Append the rows of the lines from the line `first` of a block on, value by value."""

        def line_of(offset: int) -> int:
            return block.number(first + offset)

        rows = parsed_rows(content, line_of, self._schema.what, self._problems)
        keys = dict.fromkeys(key for row in rows for key, _ in row.pairs)
        self._add_keys(keys)
        columns = {key: self._columns[key] for key in self._used(keys)}
        read = read_values(rows, columns, line_of, self._schema.what, self._problems)
        for key, column in read.items():
            columns[key].decimal |= column.decimal
        offsets = np.array([first + row.offset for row in rows], np.int64)
        self._append(block, offsets, {key: cells_of(column) for key, column in read.items()})

    def _append(self, block: Block, offsets: NDArray[np.int64], cells: Mapping[str, Cells]) -> None:
        for key, added in cells.items():
            self._columns[key].fill(self._lines.size)
            self._columns[key].add(added, offsets.size)
        self._lines.extend(block, offsets)

    def _used(self, keys: Iterable[str]) -> list[str]:
        """Keys that are not left out."""
        return [key for key in keys if key in self._columns]

    def _add_keys(self, keys: Iterable[str]) -> None:
        before = len(self._keys)
        self._keys.update(dict.fromkeys(keys))
        if len(self._keys) > before:
            check_width(self._source, len(self._keys))
            self._name_columns()

    def _name_columns(self) -> None:
        """Give keys our names, which may depend on all of them."""
        schema = self._schema
        naming = Schema(schema.what, ColumnNames(schema.columns)).naming(self._keys)
        names = {key: naming.lookup(key) for key in self._keys}
        if not self._lines.size:
            self._names, self._columns = {}, {}
        if any(names[key] != name for key, name in self._names.items()):
            raise _RenamedError
        for key in names.keys() - self._names.keys():
            ours = names[key]
            if schema.reads(ours) and ours is not None:
                self._columns[key] = Column(ours, naming.kind(ours))
        self._names = names

    def table(self) -> Table:
        """Return the table of all blocks."""
        if not self._keys:
            self._problems.refuse()
        naming = self._schema.naming(self._keys)
        ours = {key: naming.ours(key) for key in self._keys}
        columns = [self._columns[key] for key, name in ours.items() if self._schema.reads(name)]
        for column in columns:
            column.fill(self._lines.size)
        return Table(
            self._source,
            "jsonl",
            self._lines.size,
            {c.name: c.texts.coded() for c in columns if c.kind == "text"},
            {c.name: c.numbers.values for c in columns if c.kind == "whole"},
            {c.name: c.numbers.values for c in columns if c.kind == "real"},
            {c.name: extra_array(c.objects) for c in columns if c.kind is None},
            self._lines.lines(),
            self._problems,
            frozenset(column.name for column in columns if column.decimal),
            (*self._source.notes, *naming.notes),
        )
