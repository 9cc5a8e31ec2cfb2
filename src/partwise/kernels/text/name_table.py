"""Known names, among which those of a text are found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text.lines import Field
from partwise.kernels.text.names import fingerprints, same_names

_MOST_BITS = 17
"""Buckets of which each has its own place in a table, as a power of two."""


class NameTable:
    """Finds names of a text among known names, by folded fingerprint and then by bytes.

    Parameters
    ----------
    data, field : ndarray, pair of ndarray
        The known names, all distinct.

    Attributes
    ----------
    alike : bool
        Whether a name was asked for that is not known but for the case of its letters.
    """

    def __init__(self, data: NDArray[np.uint8], field: Field) -> None:
        start, end = field
        mixed = fingerprints(data, field, fold=True)
        self.alike = False
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

    def __len__(self) -> int:
        return self._start.size

    def find(
        self, data: NDArray[np.uint8], field: Field, mixed: NDArray[np.uint64]
    ) -> NDArray[np.int32]:
        """Code of each name, or the number of known names where it is not known.

        `mixed` are the folded fingerprints of the names.
        """
        start, end = field
        codes = np.full(start.size, self._start.size, np.int32)
        rows = np.flatnonzero(self._occupied.take((mixed >> self._shift).view(np.int64)))
        mixed = mixed.take(rows)
        group = (mixed >> self._wide).view(np.int64)
        at, stop = self._first.take(group), self._first.take(group + 1)
        while rows.size:
            same = self._mixed.take(at) == mixed
            hit = np.flatnonzero(same)
            look, them = rows.take(hit), self._order.take(at.take(hit))
            mine, theirs = (start[look], end[look]), (self._start[them], self._end[them])
            equal = same_names(data, mine, self._data, theirs)
            if not equal.all():
                self.alike = True
                same[hit] = equal
                look, them = look[equal], them[equal]
            codes[look] = them
            at = at + 1
            more = np.flatnonzero(~same & (at < stop))
            rows, at, stop, mixed = rows[more], at[more], stop[more], mixed[more]
        return codes
