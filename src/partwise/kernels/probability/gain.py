"""What a user gains from a ranked list when seen things can be met again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.probability.noisy_or import Unseen, seen, sums
from partwise.kernels.ragged import running_sum

CERTAIN = np.log(1e-12)
"""Logarithm of the chance to be unseen from which a thing counts as seen."""
NEVER = np.iinfo(np.int64).max
"""Row of what is never seen for certain."""


@dataclass(frozen=True)
class Gains:
    """Expected relevance after each rank of each topic (columns with the list's offsets).

    Attributes
    ----------
    hits : array
        Relevance returned by the list and not seen before on the way.
    near : array
        Relevance not returned, but reached from what was.
    left : array
        Relevance of all that the list has not returned yet, reached or not.
    shrunk : array
        Relevance returned that was seen before, or that overlap took.
    """

    hits: Reals
    near: Reals
    left: Reals
    shrunk: Reals


class Certainty:
    """First row at which each thing has surely been seen, from the chances each row opens.

    Parameters
    ----------
    n : int
        How many things there are.
    """

    def __init__(self, n: int) -> None:
        self.row = np.full(n, NEVER)
        self._unseen = Unseen(n)

    def feed(self, row: Ints, thing: Ints, chance: Reals) -> None:
        """Chances in order of their rows. O(n log n)."""
        before = self._unseen.take(thing, chance)
        with np.errstate(divide="ignore"):
            sure = before + np.log1p(-chance) <= CERTAIN
        np.minimum.at(self.row, thing[sure], row[sure])


class Collector:
    """Hits and near misses at all ranks of many lists, from the chances each rank opens.

    A *thing* is worth ``weight`` and is returned at row ``returned`` of its list (or -1). Rows of
    all lists lie one after the other, list ``i`` at ``offsets[i]:offsets[i + 1]``. As a hit it
    keeps a share ``kept`` of its worth (1 unless given).
    """

    def __init__(
        self,
        weight: Reals,
        returned: Ints,
        owner: Ints,
        offsets: Ints,
        kept: Reals | None = None,
    ) -> None:
        self._weight = weight
        self._kept = np.ones(weight.size) if kept is None else kept
        self._returned = returned
        self._owner = owner
        self._offsets = offsets
        self._unseen = Unseen(weight.size)
        self._near = np.zeros(int(offsets[-1]))

    def feed(self, row: Ints, thing: Ints, chance: Reals) -> None:
        """Chances in order of their rows. Once a thing is returned nothing more can happen."""
        returned = self._returned[thing]
        open_ = ((returned < 0) | (row < returned)) & (chance > 0)
        row, thing, chance = row[open_], thing[open_], chance[open_]
        before = self._unseen.take(thing, chance)
        gain = self._weight[thing] * np.exp(before) * chance
        self._near += sums(row, gain, self._near.size)

    def finish(self) -> Gains:
        """Sum over the ranks of each list. O(rows + things)."""
        n = self._near.size
        found = self._returned >= 0
        row = self._returned[found]
        weight = self._weight[found]
        log = self._unseen.log[found]
        kept = self._kept[found]
        hit = sums(row, weight * kept * np.exp(log), n)
        shrunk = sums(row, weight * ((1.0 - kept) + kept * seen(log)), n)
        lost = sums(row, weight * seen(log), n)
        gone = sums(row, weight, n)
        total = sums(self._owner, self._weight, self._offsets.size - 1)
        left = np.repeat(total, np.diff(self._offsets)) - running_sum(gone, self._offsets)
        near = running_sum(self._near - lost, self._offsets)
        # What came in as a near miss and left as a hit may leave rounding dust behind.
        left = np.maximum(left, 0.0)
        return Gains(
            hits=running_sum(hit, self._offsets),
            near=np.clip(near, 0.0, left),
            left=left,
            shrunk=running_sum(shrunk, self._offsets),
        )
