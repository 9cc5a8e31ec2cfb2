"""The most that a few parts cover, by trying every subset.

Where wanted text has copies, parts are no intervals of a line any more, and nothing short of all
subsets is exact. A subset is a number whose bits are its parts. What a subset leaves uncovered is
the text whose parts all lie outside it: one sum over the subsets of every subset.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.kernels.distinct import distinct
from partwise.kernels.ragged import owners, ranges

MOST_PARTS = 12
"""Parts whose subsets are all tried."""


class Reading(NamedTuple):
    """Pieces of wanted text in the order in which they are read, part by part."""

    part: Ints
    """From 0."""
    own: Ints
    """Where each begins; ascending along a part."""
    low: Ints
    high: Ints
    """What it is, whichever copy."""


class Subsets:
    """What every subset of `n` parts covers. O(n 2**n + pieces 2**n)."""

    def __init__(self, reading: Reading, n: int) -> None:
        self.n = n
        self.number = np.arange(1 << n)
        border = distinct(np.concatenate((reading.low, reading.high)))
        first, until = np.searchsorted(border, (reading.low, reading.high))
        cell, offsets = ranges(first, until)
        piece = owners(offsets)
        self._part, self._cell = reading.part[piece], cell
        self._own = reading.own[piece] + border[cell] - reading.low[piece]
        self._size = np.diff(border)
        self._holders = np.zeros(border.size, np.int64)
        np.bitwise_or.at(self._holders, cell, np.int64(1) << self._part)

    @property
    def count(self) -> Ints:
        """How many parts each subset has."""
        return self.total(np.ones(self.n, np.int64))

    def total(self, of_part: Ints) -> Ints:
        """Sum of a number of each part, by subset."""
        total = np.zeros(self.number.size, np.int64)
        for part in range(self.n):
            total += of_part[part] * (self.number >> part & 1)
        return total

    @property
    def covered(self) -> Ints:
        """What each subset covers together."""
        inside = np.zeros(self.number.size, np.int64)
        np.add.at(inside, self._holders[:-1], self._size)
        for part in range(self.n):
            halves = inside.reshape(-1, 2, 1 << part)
            halves[:, 1] += halves[:, 0]
        covered: Ints = inside[-1] - inside[::-1]  # less what lies in the others alone
        return covered

    def more(self, part: int, until: Ints) -> Ints:
        """Return what a part adds to each subset, read up to the positions `until`."""
        mine = np.flatnonzero(self._part == part)
        _, new = np.unique(self._cell[mine], return_index=True)  # a second copy adds nothing
        added = np.zeros(self.number.size, np.int64)
        for row in mine[new].tolist():
            cell = self._cell[row]
            shown = np.clip(until - self._own[row], 0, self._size[cell])
            added += np.where(self.number & self._holders[cell], 0, shown)
        return added
