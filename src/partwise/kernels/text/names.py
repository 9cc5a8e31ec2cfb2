"""Names in a text: compared, sorted, numbered and looked up on their bytes.

A name is a field of a block (`partwise.kernels.text.lines`). Its fingerprint is 64 bits; equal
names have equal fingerprints, and wherever equality decides something the bytes themselves are
compared. Names hold no zero byte. Names of more than `LONG` bytes are taken one by one beyond
these: what goes through all names at once takes as many turns as the longest name has words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.ranked import by_first_row
from partwise.kernels.text.lines import LONG, PAD, Field, spare_bits, words_at

_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_AT_ONCE = PAD // 8
"""Words that may be read from any place before the end of a text."""
_WIDEST_PADDED = 256
_STEP = 1 << 16


def _length(field: Field) -> Ints:
    length: Ints = field[1] - field[0]
    return length


def _cut(word: NDArray[np.uint64], length: Ints, done: int) -> NDArray[np.uint64]:
    """Shift the bytes from `done` on that names have to the high end of words, in place."""
    shortest = int(length.min(initial=LONG + 8)) - done
    if 0 < shortest < 8 and shortest == int(length.max()) - done:
        word <<= np.uint64((8 - shortest) << 3)
    elif shortest < 8:
        word <<= spare_bits(length - done)
    return word


def _first_words(data: NDArray[np.uint8], start: Ints, longest: int) -> NDArray[np.uint64]:
    """Return the first words of names, ``[word, name]``: as many as the longest has, at most four.

    They are fetched at once, for eight bytes take as long as 32.
    """
    if longest <= 8:
        return words_at(data, start)[np.newaxis]
    width = 8 * min(_AT_ONCE, -(-longest // 8))
    whole = np.ndarray((data.size - width + 1,), f"V{width}", buffer=data, strides=(1,))
    return whole[start].view("<u8").reshape(start.size, width // 8).T


def _mixed(
    word: NDArray[np.uint64], before: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Mix the bits of words with those of the words before, in place."""
    if before is not None:
        word ^= before
    word *= _MIX
    word ^= word >> _HALF
    return word


def fingerprints(data: NDArray[np.uint8], field: Field) -> NDArray[np.uint64]:
    """64 bits of each name; distinct for distinct names of up to eight bytes."""
    start, length = field[0], _length(field)
    shortest, longest = int(length.min(initial=LONG)), int(length.max(initial=0))
    first = _first_words(data, start, longest)
    mixed = _mixed(_cut(np.ascontiguousarray(first[0]), length, 0))
    for number, done in enumerate(range(8, min(longest, LONG), 8), start=1):
        rows = slice(None) if shortest > done else np.flatnonzero(length > done)
        word = first[number, rows] if number < _AT_ONCE else words_at(data, start[rows] + done)
        tail = _cut(np.ascontiguousarray(word), length[rows], done)
        mixed[rows] = _mixed(tail, mixed[rows])
    if longest > LONG:
        beyond = np.flatnonzero(length > LONG)
        mixed[beyond] = (mixed[beyond] ^ _digests(data, field, beyond)) * _MIX
    return mixed


def same_names(
    data: NDArray[np.uint8], field: Field, other: NDArray[np.uint8], other_field: Field
) -> Flags:
    """Whether two names have the same bytes, pair by pair."""
    start, other_start, length = field[0], other_field[0], _length(field)
    same: Flags = length == _length(other_field)
    longest = int(length.max(initial=0))
    mine, theirs = (
        _first_words(text, at, longest) for text, at in ((data, start), (other, other_start))
    )
    for number, (one, two) in enumerate(zip(mine, theirs, strict=True)):
        same &= _cut(one ^ two, length, 8 * number) == 0
    for done in range(8 * _AT_ONCE, min(longest, LONG), 8):
        rows = np.flatnonzero(same & (length > done))
        word = words_at(data, start[rows] + done) ^ words_at(other, other_start[rows] + done)
        same[rows] = _cut(word, length[rows], done) == 0
    beyond = np.flatnonzero(same & (length > LONG))
    pairs = zip(_tails(data, field, beyond), _tails(other, other_field, beyond), strict=True)
    same[beyond] = np.array([mine == theirs for mine, theirs in pairs], np.bool_)
    return same


def name_changes(data: NDArray[np.uint8], field: Field) -> Flags:
    """Whether each name but the first differs from the one before it."""
    (start, end), length = field, _length(field)
    longest = int(length.max(initial=0))
    changed: Flags = length[1:] != length[:-1]
    for number, word in enumerate(_first_words(data, start, longest)):
        changed |= _cut(word[1:] ^ word[:-1], length[1:], 8 * number) != 0
    if longest > 8 * _AT_ONCE:
        rows = np.flatnonzero(~changed & (length[1:] > 8 * _AT_ONCE))
        this, before = (start[rows + 1], end[rows + 1]), (start[rows], end[rows])
        changed[rows] = ~same_names(data, this, data, before)
    return changed


def name_ranks(data: NDArray[np.uint8], field: Field) -> Ints:
    """Place of each name among the distinct names in byte order; equal names get equal places."""
    (start, end), length = field, _length(field)
    width = int(length.max(initial=1))
    if width > _WIDEST_PADDED:
        names = [data[a:b].tobytes() for a, b in zip(start.tolist(), end.tolist(), strict=True)]
        place = {name: i for i, name in enumerate(sorted(set(names)))}
        return np.fromiter((place[name] for name in names), np.int64, len(names))
    column = np.arange(width)
    block = data[np.minimum(start[:, None] + column, data.size - 1)]
    block[column >= length[:, None]] = 0
    _, places = np.unique(block.view(f"S{width}").ravel(), return_inverse=True)
    return places.astype(np.int64)


def gather_names(data: NDArray[np.uint8], field: Field) -> NDArray[np.uint8]:
    """Return the bytes of all names, one after the other, without padding."""
    start, length = field[0], _length(field)
    pieces = []
    for row in range(0, start.size, _STEP):
        size = length[row : row + _STEP]
        stop = np.cumsum(size)
        shift = start[row : row + _STEP] - stop + size
        pieces.append(data[np.repeat(shift, size) + np.arange(stop[-1])])
    return np.concatenate(pieces) if pieces else np.empty(0, np.uint8)


def blob_block(blob: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Put padding around a blob of names, so that the functions here can read it."""
    pad = np.full(PAD, 10, np.uint8)
    return np.concatenate((pad, blob, pad))


def encode_names(data: NDArray[np.uint8], field: Field) -> tuple[NDArray[np.int32], Ints]:
    """Give distinct names numbers in order of first appearance.

    Returns the code of each row and the row where each code first appears.
    O(n log n), one sort of fingerprints; no Python object per row. Of up to 2**18 names the
    highest bits are sorted, as many as fit beside the number of a row.
    """
    start, end = field
    prints, bits = fingerprints(data, field), int(start.size).bit_length()
    code, first = by_first_row((prints >> np.uint64(bits + 1 if bits <= 18 else 1)).view(np.int64))
    del prints
    if first.size < start.size:
        earlier = first[code]
        rows = np.flatnonzero(earlier != np.arange(start.size))
        before = earlier[rows]
        repeated, earlier_field = (start[rows], end[rows]), (start[before], end[before])
        if not same_names(data, repeated, data, earlier_field).all():
            return _encode_exactly(data, field)
    return code.astype(np.int32), first


def _encode_exactly(data: NDArray[np.uint8], field: Field) -> tuple[NDArray[np.int32], Ints]:
    """Give numbers to names whose fingerprints collide: never seen but in a test that forces it."""
    places = name_ranks(data, field)
    _, first, inverse = np.unique(places, return_index=True, return_inverse=True)
    appearance = np.argsort(first)
    code = np.empty(first.size, np.int32)
    code[appearance] = np.arange(first.size, dtype=np.int32)
    return code[inverse], first[appearance]


# -- long names ------------------------------------------------------------------------------------


def _tails(data: NDArray[np.uint8], field: Field, rows: Ints) -> list[bytes]:
    """Return what long names hold beyond their first bytes."""
    start, end = field[0][rows] + LONG, field[1][rows]
    return [data[a:b].tobytes() for a, b in zip(start.tolist(), end.tolist(), strict=True)]


def _digests(data: NDArray[np.uint8], field: Field, rows: Ints) -> NDArray[np.uint64]:
    """Return 64 bits of what long names hold beyond their first bytes."""
    from hashlib import blake2b  # start-up: hardly any file has such names

    rests = _tails(data, field, rows)
    plain = b"".join(blake2b(rest, digest_size=8).digest() for rest in rests)
    return np.frombuffer(plain, "<u8").astype(np.uint64)


# -- known names -----------------------------------------------------------------------------------

_MOST_BITS = 17
"""Buckets of which each has its own place in a table, as a power of two."""


class NameTable:
    """Finds names of a text among known names, by fingerprint and then by bytes.

    Parameters
    ----------
    data, field : ndarray, pair of ndarray
        The known names, all distinct.
    """

    def __init__(self, data: NDArray[np.uint8], field: Field) -> None:
        start, end = field
        mixed = fingerprints(data, field)
        self._order = np.argsort(mixed)
        self._mixed = mixed[self._order]
        self._data, self._start, self._end = data, start, end
        # Mostly empty buckets, found by the highest bits, turn most strangers away at once.
        bits = max(8, int(start.size).bit_length() + (4 if start.size < 1 << 16 else 2))
        self._shift = np.uint64(64 - bits)
        self._occupied = np.zeros(1 << bits, np.bool_)
        self._occupied[(self._mixed >> self._shift).view(np.int64)] = True
        # Where those begin that stay is kept for four buckets together if there are many.
        wide = 2 if bits > _MOST_BITS else 0
        self._wide = self._shift + np.uint64(wide)
        group = (self._mixed >> self._wide).astype(np.uint32)
        edges = np.arange((1 << (bits - wide)) + 1, dtype=np.uint32)
        self._first = np.searchsorted(group, edges).astype(np.int32)

    def find(self, data: NDArray[np.uint8], field: Field) -> Ints:
        """Code of each name, -1 where it is not known."""
        (start, end), mixed = field, fingerprints(data, field)
        codes = np.full(start.size, -1, np.int64)
        rows = np.flatnonzero(self._occupied.take((mixed >> self._shift).view(np.int64)))
        mixed = mixed.take(rows)
        group = (mixed >> self._wide).view(np.int64)
        place, stop = self._first.take(group), self._first.take(group + 1)
        while rows.size:
            same = self._mixed.take(place) == mixed
            hit = np.flatnonzero(same)
            look, them = rows.take(hit), self._order.take(place.take(hit))
            names, theirs = (start[look], end[look]), (self._start[them], self._end[them])
            equal = same_names(data, names, self._data, theirs)
            if not equal.all():
                same[hit] = equal
                look, them = look[equal], them[equal]
            codes[look] = them
            place = place + 1
            open_rows = np.flatnonzero(~same & (place < stop))
            rows, place, stop, mixed = (
                rows[open_rows],
                place[open_rows],
                stop[open_rows],
                mixed[open_rows],
            )
        return codes
