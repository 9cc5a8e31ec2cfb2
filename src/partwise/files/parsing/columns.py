"""Arrays, text columns and line numbers that grow block by block."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.files.source import Block
from partwise.kernels.text.lines import NEWLINE, PAD, Field, Rows
from partwise.kernels.text.names import encode_names, gather_names, name_changes
from partwise.tables.columns import Coded
from partwise.tables.names import EMPTY, Names
from partwise.tables.rows import RowLines

_PADDING = np.full(PAD, NEWLINE, np.uint8)


class Texts:
    """A column of text: a stretch of equal cells is kept once."""

    def __init__(self) -> None:
        self._only: tuple[NDArray[np.uint8], Field] | None = None
        """Cells of the first block, which are not copied unless there are others."""
        self._names, self._ends = ArrayBuilder(np.uint8), ArrayBuilder(np.int64)
        self._repeats = ArrayBuilder(np.int64)
        self._names.add(_PADDING)

    def add(self, data: NDArray[np.uint8], field: Field) -> None:
        """Append the cells of a block."""
        if not field[0].size:
            return
        if self._only is None and not self._ends.size:
            self._only = data, field
            return
        if self._only is not None:
            first, self._only = self._only, None
            self._gather(*first)
        self._gather(data, field)

    def _gather(self, data: NDArray[np.uint8], field: Field) -> None:
        start, end = field
        head = np.concatenate(([0], np.flatnonzero(name_changes(data, field)) + 1))
        start, end = start[head], end[head]
        names = gather_names(data, (start, end))
        self._ends.add(self._names.size + np.cumsum(end - start))
        self._names.add(names)
        self._repeats.add(np.diff(head, append=field[0].size))

    def coded(self) -> Coded:
        """Encode the column; empty cells get the code -1."""
        if self._only is not None:
            data, (start, end) = self._only
            changes = name_changes(data, (start, end))
            repeats = None
            if 2 * np.count_nonzero(changes) < start.size:  # a column of topics
                head = np.concatenate(([0], np.flatnonzero(changes) + 1))
                repeats = np.diff(head, append=start.size)
                start, end = start[head], end[head]
        else:
            data, end = np.append(self._names.values, _PADDING), self._ends.values
            repeats = self._repeats.values
            start = np.concatenate(([PAD], end[:-1]))[: end.size]
        if (end > start).all():
            codes, first = encode_names(data, (start, end))
        else:
            filled = np.flatnonzero(end > start)
            codes = np.full(end.size, -1, np.int32)
            codes[filled], first = encode_names(data, (start[filled], end[filled]))
            first = filled[first]
        names = EMPTY
        if first.size:
            names = Names(data, start[first], end[first])
            names = names.packed() if self._only is None else names
        return Coded(codes if repeats is None else np.repeat(codes, repeats), names)


class LinesBuilder:
    """Line of each row while a file is read block by block."""

    def __init__(self) -> None:
        self._pieces: list[range | NDArray[np.int64]] = []
        self.size = 0

    def add(self, block: Block, rows: Rows, repeats: NDArray[np.int64] | None = None) -> None:
        """Append the rows of a block; with `repeats`, each line made as many rows."""
        lines = rows.line if repeats is None else np.repeat(rows.lines, repeats)
        self._append(block, lines, len(rows) if lines is None else lines.size)

    def extend(self, block: Block, offsets: NDArray[np.int64]) -> None:
        """Append rows of a block with the line of each, counted from 0 in the block."""
        consecutive = np.array_equal(offsets, np.arange(offsets.size))
        self._append(block, None if consecutive else offsets, offsets.size)

    def _append(self, block: Block, lines: NDArray[np.int64] | None, size: int) -> None:
        """Append `size` rows; without `lines` they are the first lines of the block."""
        self.size += size
        if lines is not None:
            self._pieces.append(block.numbers(lines))
        elif block.line_numbers is not None:
            self._pieces.append(block.line_numbers[:size])
        else:
            first, last = block.line, self._pieces[-1] if self._pieces else None
            if isinstance(last, range) and last.stop == first:
                first = last.start
                self._pieces.pop()
            self._pieces.append(range(first, block.line + size))

    def lines(self) -> RowLines:
        """Return the line numbers of all rows."""
        pieces = [piece for piece in self._pieces if len(piece)]
        if len(pieces) == 1:
            return RowLines(pieces[0])
        arrays = [RowLines(piece).array() for piece in pieces]
        return RowLines(np.concatenate(arrays) if arrays else range(0))


_Kind = TypeVar("_Kind", bound=np.generic)


class ArrayBuilder(Generic[_Kind]):
    """Values appended piece by piece to one block of memory.

    A list of pieces would have to be joined in the end, which needs twice the
    memory; room that is not yet filled is not yet memory.

    Parameters
    ----------
    kind : type
        Kind of number.
    room : int
        How many values there may be; more are possible, at the price of a copy.
    """

    def __init__(self, kind: type[_Kind], room: int = 0) -> None:
        self._room = np.empty(max(room, 1 << 12), kind)
        self.size = 0

    def add(self, values: NDArray[np.generic]) -> None:
        """Append values; they must fit the kind of number."""
        stop = self.size + values.size
        if stop > self._room.size:
            room = np.empty(max(stop, 2 * self._room.size), self._room.dtype)
            room[: self.size] = self._room[: self.size]
            self._room = room
        self._room[self.size : stop] = values
        self.size = stop

    @property
    def values(self) -> NDArray[_Kind]:
        """Values appended so far."""
        return self._room[: self.size]
