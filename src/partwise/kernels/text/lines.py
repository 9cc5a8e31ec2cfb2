"""Lines and fields of a text, found on its bytes.

A text of a million lines is an array of bytes here, never a million strings.
Every function works on a *block*: a uint8 array that holds whole lines, each
closed by a newline, between `PAD` newlines in front and `PAD` behind, so that
eight bytes can be read from any position of a field forwards or backwards.
Positions are indices into that array.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Ints

PAD = 32
"""Bytes of padding at either end of a block."""

LONG = 512
"""Bytes of a name that are compared for all names at once; whole words."""

NEWLINE, TAB, BLANK, HASH = 10, 9, 32, 35

_MANY = 1000
"""Words from which on it is worth while to look how they lie."""


Field = tuple[Ints, Ints]
"""Where fields start and end."""


@record
class Rows:
    """Lines with the number of fields that was asked for.

    Parameters
    ----------
    start : ndarray of int64, shape (fields, rows), or None
        Where each field starts; None: one byte after the field before.
    end : ndarray of int64, shape (fields, rows)
        Where each field ends.
    line : ndarray of int64 or None
        Line of each row, counted from 0 in the block; None: every line is a row.
    odd, odd_fields : ndarray of int64
        Lines with another number of fields, and that number.
    n_comments, n_longer : int
        Comment lines; rows with more fields than were asked for.
    """

    start: Ints | None
    end: Ints
    line: Ints | None
    odd: Ints
    odd_fields: Ints
    n_comments: int = 0
    n_longer: int = 0

    def __len__(self) -> int:
        return int(self.end.shape[1])

    def field(self, number: int) -> Field:
        """Start and end of one field in all rows."""
        end = self.end[number]
        if self.start is not None:
            return self.start[number], end
        if number:
            return self.end[number - 1] + 1, end
        start = np.empty_like(end)
        start[:1] = PAD
        np.add(self.end[-1, :-1], 1, out=start[1:])
        return start, end

    @property
    def lines(self) -> Ints:
        """Line of each row, counted from 0 in the block."""
        return np.arange(len(self)) if self.line is None else self.line


@record
class Fields:
    """All fields of a block; line `i` owns fields ``offsets[i]:offsets[i+1]``."""

    start: Ints
    end: Ints
    offsets: Ints

    @property
    def counts(self) -> Ints:
        """How many fields each line has."""
        return np.diff(self.offsets)


def padded(content: bytes) -> NDArray[np.uint8]:
    """Return a block of some text, closed by a newline if it is not."""
    close = b"" if not content or content.endswith(b"\n") else b"\n"
    pad = b"\n" * PAD
    return np.frombuffer(pad + content + close + pad, np.uint8)


def words(data: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """View bytes as overlapping little-endian words: word `i` holds bytes ``i`` to ``i+7``."""
    return np.ndarray((data.size - 7,), "<u8", buffer=data, strides=(1,))


def words_at(data: NDArray[np.uint8], start: Ints) -> NDArray[np.uint64]:
    """Return the words from some places on.

    Of many places two aligned words each are read and put together: NumPy needs one and a half
    times as long for a word that is not aligned.
    """
    if start.size < _MANY:
        return words(data)[start]
    first = -data.__array_interface__["data"][0] % 8
    aligned = data[first : first + (data.size - first) // 8 * 8].view("<u8")
    at = start - first
    bits = ((at & 7) << 3).view(np.uint64)
    at >>= 3
    found: NDArray[np.uint64] = aligned.take(at)
    at += 1
    more = aligned.take(at)
    found >>= bits
    np.subtract(64, bits, out=bits)
    more <<= bits  # by 64, and nothing stays, where a place is aligned
    found |= more
    return found


def spare_bits(length: Ints) -> NDArray[np.uint64]:
    """Bits of a word that are left when it holds so many bytes: 64 for none, 0 from eight on."""
    spare = np.minimum(length, 8)
    np.maximum(spare, 0, out=spare)  # `clip` takes longer than both where names are few
    np.subtract(8, spare, out=spare)
    spare <<= 3
    return spare.view(np.uint64)


def split_blanks(data: NDArray[np.uint8], hi: int) -> Fields:
    """Split the lines before `hi` at any number of blanks, tabs and carriage returns. O(bytes)."""
    text = data[PAD - 1 : hi]
    blank = (text == BLANK) | ((text - np.uint8(TAB)) < 5)
    edge = np.flatnonzero(blank[1:] != blank[:-1])
    edge += PAD
    newline = np.flatnonzero(text[1:] == NEWLINE)
    newline += PAD
    start, end = edge[0::2], edge[1::2]
    offsets = np.concatenate((np.zeros(1, np.int64), np.searchsorted(start, newline)))
    return Fields(start, end, offsets)


def split_rows(
    data: NDArray[np.uint8], hi: int, width: int, *, least: int | None = None, more: bool = False
) -> Rows:
    """Split lines at blanks into `width` fields; comments (``#``) and empty lines are no rows.

    Lines with only `least` fields are rows, too, whose other fields are empty; with `more`
    so are longer lines, whose further fields are not looked at. A block in which every line
    has `width` fields between single blanks costs half as much as one that has not.
    """
    none = np.empty(0, np.int64)
    end = _split_single(data, hi, width)
    if end is not None:
        return Rows(None, end, None, none, none)
    return rows_of(data, split_blanks(data, hi), width, least=least, more=more)


def rows_of(
    data: NDArray[np.uint8],
    fields: Fields,
    width: int,
    *,
    least: int | None = None,
    more: bool = False,
) -> Rows:
    """Take rows of `width` fields out of all fields; see `split_rows`."""
    counts = fields.counts
    filled = np.flatnonzero(counts)
    comment = filled[data[fields.start[fields.offsets[filled]]] == HASH]
    wanted = counts > 0
    wanted[comment] = False
    fits = counts >= (width if least is None else least)
    if not more:
        fits &= counts <= width
    line = np.flatnonzero(wanted & fits)
    odd = np.flatnonzero(wanted & ~fits)
    number = np.arange(width)[:, None]
    at = fields.offsets[line] + number
    lacking = number >= counts[line]
    at[lacking] = 0
    start, stop = fields.start[at], fields.end[at]
    stop[lacking] = start[lacking]
    n_longer = int(np.count_nonzero(counts[line] > width))
    return Rows(start, stop, line, odd, counts[odd], comment.size, n_longer)


def _split_single(data: NDArray[np.uint8], hi: int, width: int) -> Ints | None:
    """Find the ends of the fields where all lines have `width` between single blanks, else None."""
    blank = data[PAD:hi] <= BLANK
    if not blank.size or blank[0] or (blank[1:] & blank[:-1]).any():
        return None
    end = np.flatnonzero(blank)
    del blank  # as large as the text, and several texts are read at once
    if end.size % width:
        return None
    end += PAD
    mark = data[end]
    newline = mark == NEWLINE
    if not (
        newline[width - 1 :: width].all()
        and np.count_nonzero(newline) == end.size // width
        and ((mark == BLANK) | (mark == TAB) | newline).all()
    ):
        return None
    ends = np.ascontiguousarray(end.reshape(-1, width).T)
    first = ends[-1, :-1] + 1
    return None if data[PAD] == HASH or (data[first] == HASH).any() else ends


def split_cells(
    data: NDArray[np.uint8], hi: int, width: int, separator: int = TAB, *, comments: bool = False
) -> Rows:
    """Split lines at every single `separator`; cells may be empty, empty lines are no rows.

    With `comments` neither are lines that start with ``#``. The carriage
    return of a line that ends in one is not part of its last cell.
    """
    mark = data[PAD:hi]
    end = np.flatnonzero((mark == separator) | (mark == NEWLINE))
    end += PAD
    regular = _regular_ends(data, end, width, separator)
    if regular is not None and not (comments and _begins_with_hash(data, regular)):
        none = np.empty(0, np.int64)
        return Rows(None, regular, None, none, none)
    start = np.empty_like(end)
    start[:1] = PAD
    np.add(end[:-1], 1, out=start[1:])
    last = np.flatnonzero(data[end] == NEWLINE)
    end[last] -= (data[end[last] - 1] == 13) & (end[last] > start[last])
    offsets = np.concatenate((np.zeros(1, np.int64), last + 1))
    counts = np.diff(offsets)
    filled = (counts > 1) | (end[last] > start[last])
    if comments:
        filled &= data[start[offsets[:-1]]] != HASH
    line = np.flatnonzero(filled & (counts == width))
    odd = np.flatnonzero(filled & (counts != width))
    at = offsets[line] + np.arange(width)[:, None]
    return Rows(start[at], end[at], line, odd, counts[odd])


def _regular_ends(data: NDArray[np.uint8], end: Ints, width: int, separator: int) -> Ints | None:
    """Return the ends of cells, shape (cells, rows); None unless every line is a row."""
    if not end.size or end.size % width:
        return None
    ends = np.ascontiguousarray(end.reshape(-1, width).T)
    for number, column in enumerate(ends, start=1):
        if not (data[column] == (NEWLINE if number == width else separator)).all():
            return None
    blank = (width == 1) and (np.diff(end, prepend=PAD - 1) == 1).any()
    return None if blank or (data[ends[-1] - 1] == 13).any() else ends


def _begins_with_hash(data: NDArray[np.uint8], ends: Ints) -> bool:
    return bool(data[PAD] == HASH or (data[ends[-1, :-1] + 1] == HASH).any())
