"""What a user does who walks down a list until a wanted number of things is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.kernels.probability.poisson_binomial import SeenCount, at_least


@dataclass(frozen=True)
class Effort:
    """One walk through a list, for every wanted number of things at once.

    Attributes
    ----------
    n : int
        Number of things.
    leading : array of n
        Entry ``s``: expected ranks met with ``s`` things seen that show something new
        (zeros unless a novelty was asked for).
    consulted : array of n
        Entry ``s``: expected ranks met with ``s`` things seen.
    final : array of n + 1
        Distribution of the number seen after the last rank.
    saving : array of n
        Entry ``r - 1``: expectation of ``min(1, r / K)``, ``K`` the first rank at which ``r``
        things are seen, 0 where there is none.
    inverse : array of n
        Entry ``r - 1``: expectation of ``1 / K``.
    """

    n: int
    leading: Reals
    consulted: Reals
    final: Reals
    saving: Reals
    inverse: Reals


Novelty = Literal["noisy-or", "exact"]


class Walk:
    """Accumulates an :class:`Effort` from the chances that each rank opens.

    Memory O(n log n) for ``n`` things; a rank that changes nothing costs nothing.
    """

    def __init__(self, n: int, novelty: Novelty | None = None) -> None:
        self._n = n
        self._novelty = novelty
        self._count = SeenCount(n)
        self._now = self._count.distribution()
        self._tail = at_least(self._now)
        self._last = 0
        self._leading = np.zeros(n + 1)
        self._consulted = np.zeros(n + 1)
        self._saving = np.zeros(n)
        self._inverse = np.zeros(n)
        self._wanted = np.arange(1, n + 1, dtype=np.float64)

    def feed(
        self,
        rank: Ints,
        thing: NDArray[np.intp],
        chance: Reals,
    ) -> None:
        """Ranks in ascending order, each with the things it may show; a rank is never split."""
        if rank.size == 0:
            return
        edge = np.flatnonzero(np.diff(rank)) + 1
        starts = [0, *edge.tolist()]
        ends = [*edge.tolist(), rank.size]
        for low, high in zip(starts, ends, strict=True):
            self._step(int(rank[low]), thing[low:high], chance[low:high])

    def finish(self, n_ranks: int) -> Effort:
        """Close the list after ``n_ranks`` ranks."""
        self._consulted += self._now * (n_ranks - self._last)
        self._last = n_ranks
        return Effort(
            n=self._n,
            leading=self._leading[: self._n],
            consulted=self._consulted[: self._n],
            final=self._now,
            saving=self._saving,
            inverse=self._inverse,
        )

    def _step(self, rank: int, thing: NDArray[np.intp], chance: Reals) -> None:
        change = self._count.change(thing, chance)
        if change is None:
            return
        # Ranks after the last change up to this one all start from the same distribution.
        self._consulted += self._now * (rank - self._last)
        self._last = rank
        if self._novelty == "exact":
            self._leading += self._count.newly(change)
        elif self._novelty == "noisy-or":
            self._leading += self._count.newly_noisy_or(change)
        self._count.apply(change)
        self._now = self._count.distribution()
        tail = at_least(self._now)
        grown = np.maximum(tail - self._tail, 0.0)
        self._saving += grown * np.minimum(1.0, self._wanted / rank)
        self._inverse += grown / rank
        self._tail = tail


def precision(effort: Effort, n_unranked: float) -> Reals:
    r"""Return the expected share of consulted ranks that lead to something new, for every recall.

    After the list the user picks among ``n_unranked`` remaining units at random until satisfied,
    :math:`(u + 1) / (m - s + 1)` picks for each of the :math:`m - s` still wanted (Cooper 1968).
    Entry ``r - 1`` belongs to recall value ``r``; the double cumulative sums are
    :math:`\sum_{s<r} f_s (r - s)` for all ``r`` without a subtraction.
    """
    open_end = effort.final[: effort.n]
    picks = (n_unranked + 1.0) / np.arange(effort.n + 1, 1, -1, dtype=np.float64)
    found = np.cumsum(np.cumsum(open_end))
    tried = np.cumsum(np.cumsum(open_end * picks))
    leading = np.cumsum(effort.leading) + found
    return leading / (np.cumsum(effort.consulted) + tried)
