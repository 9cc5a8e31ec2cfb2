"""Rows of chunk runs in TSV."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.files.blocks import Block
from partwise.files.fast.chunk_rows import READ, ChunkRows, is_plain, parsed
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.text_sample import refuse_other_lengths
from partwise.files.parsing.delimited import heading
from partwise.files.source import Source
from partwise.kernels.text.lines import NEWLINE, PAD, TAB, Rows, padded, split_cells
from partwise.tables.column_names import Schema

_HEAD = 1 << 16
_RETURN = 13


class TsvRows:
    """Finds the cells of blocks of a TSV file.

    Parameters
    ----------
    source : Source
        The file; `IrregularError` unless its columns are those of a plain chunk run.
    schema : Schema
        What columns are called.
    """

    def __init__(self, source: Source, schema: Schema) -> None:
        self._source = source
        data = padded(source.head(_HEAD))
        names, _ = heading(source, Block(data, data.size - PAD, 1), "\t", quoted=False)
        naming = schema.naming(names)
        ours = [naming.ours(name) for name in names]
        if not is_plain(frozenset(name for name in ours if name is not None)):
            raise IrregularError
        refuse_other_lengths(ours, _cells(source.head(_HEAD), len(names)))
        self._width = len(names)
        self._columns = {
            name: at for at, name in enumerate(ours) if name is not None and name in READ
        }
        self.names = frozenset(self._columns)
        self.head = "\t".join(names).encode() + b"\n"
        self.notes = tuple(naming.notes)

    def __call__(self, block: Block) -> ChunkRows:
        """Read a block; `IrregularError` unless each of its rows is well-formed."""
        if block.line == 1:
            _, block = heading(self._source, block, "\t", quoted=False)
        rows = _split(block.data, block.hi, self._width)
        if rows.odd.size:
            raise IrregularError
        cells = {name: rows.field(at) for name, at in self._columns.items()}
        return parsed(block.data, cells)

    @property
    def leads(self) -> bool:
        """Whether a line begins with its topic."""
        return self._columns["topic"] == 0

    def topic_of(self, line: bytes) -> bytes | None:
        """Return the topic of a line, with the tab behind it."""
        cells = line.split(b"\t", self._columns["topic"] + 1)
        return cells[-2] + b"\t" if len(cells) > self._columns["topic"] + 1 else None


def _cells(head: bytes, width: int) -> Iterator[list[str]]:
    """Yield the cells of the lines at the beginning of a file that are whole."""
    lines = head.split(b"\n")
    for line in lines if len(head) < _HEAD else lines[:-1]:
        cells = line.decode("utf-8", "replace").rstrip("\r").split("\t")
        if len(cells) == width:
            yield cells


def _split(data: NDArray[np.uint8], hi: int, width: int) -> Rows:
    """Find the cells; where every line is a row they follow from the ends alone."""
    end = _ends(data, hi, width)
    none = np.empty(0, np.int64)
    return split_cells(data, hi, width) if end is None else Rows(None, end, None, none, none)


def _ends(data: NDArray[np.uint8], hi: int, width: int) -> Ints | None:
    end = np.flatnonzero(data[PAD:hi] <= NEWLINE)
    if not end.size or end.size % width:
        return None
    end += PAD
    ends = np.ascontiguousarray(end.reshape(-1, width).T)
    for number, column in enumerate(ends):
        mark = data[column]
        if not (mark == (NEWLINE if number == width - 1 else TAB)).all():
            return None
    last = ends[-1]
    return None if (data[last - 1] == _RETURN).any() else ends
