"""How many of many independent things happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Reals
from partwise.kernels.probability.product_tree import ONE, Polynomial, ProductTree


@dataclass(frozen=True, slots=True)
class Change:
    """What one rank adds: aligned columns, one row per thing whose chance grows."""

    leaves: list[int]
    seen: Reals
    unseen: Reals
    chance: Reals
    later: Reals
    still: Reals


class SeenCount:
    """Distribution of the number of things seen, while their chances only grow.

    Each of ``n`` things is unseen with probability ``exp(log_unseen)``, independently of the
    others; at first all are unseen for sure. Things seen for sure are counted, things unseen for
    sure are left out, and only the others enter the product tree.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._tree = ProductTree(n)
        self._log_unseen = np.zeros(n)
        self._certain = 0

    def change(self, things: NDArray[np.intp], chance: Reals) -> Change | None:
        """One more independent chance to see each of the (different) things; None if idle."""
        before = self._log_unseen[things]
        active = (chance > 0) & (before > -np.inf)
        if not active.any():
            return None
        if not active.all():
            things, chance, before = things[active], chance[active], before[active]
        with np.errstate(divide="ignore"):
            after = before + np.log1p(-chance)
        # Beyond the reach of a double the thing is as good as seen.
        after[np.exp(after) == 0.0] = -np.inf
        return Change(
            leaves=things.tolist(),
            seen=-np.expm1(before),
            unseen=np.exp(before),
            chance=chance,
            later=after,
            still=np.exp(after),
        )

    def apply(self, change: Change) -> None:
        """Take over a change computed by :meth:`change`."""
        self._log_unseen[change.leaves] = change.later
        later_seen = -np.expm1(change.later)
        factors: list[Polynomial] = list(np.stack((change.still, later_seen), axis=1))
        for i in np.flatnonzero(change.still == 0.0).tolist():
            factors[i] = ONE
            self._certain += 1
        self._tree.replace(change.leaves, factors)

    def distribution(self) -> Reals:
        """Probability of having seen 0, 1, ..., n things."""
        return self._place(self._tree.product)

    def newly(self, change: Change) -> Reals:
        """Probability of having seen ``s`` things and of the change showing another one."""
        fresh = change.unseen * change.chance
        plain = list(np.stack((change.still, change.seen), axis=1))
        mark = list(fresh[:, np.newaxis])
        return self._place(self._tree.marked(change.leaves, plain, mark))

    def newly_noisy_or(self, change: Change) -> Reals:
        """Like :meth:`newly` with a noisy-or over the changed things (PRUM, equation 8)."""
        now = self.distribution()
        possible = now > 0
        miss = np.zeros(self._n + 1)
        fresh = change.unseen * change.chance
        for rest, gain in zip(self._tree.others(change.leaves), fresh.tolist(), strict=True):
            ratio = np.zeros(self._n + 1)
            np.divide(gain * self._place(rest), now, out=ratio, where=possible)
            with np.errstate(divide="ignore"):
                miss += np.log1p(-np.minimum(ratio, 1.0))
        return -now * np.expm1(miss)

    def _place(self, polynomial: Polynomial) -> Reals:
        out = np.zeros(self._n + 1)
        out[self._certain : self._certain + polynomial.size] = polynomial
        return out


def poisson_binomial(p: Reals) -> Reals:
    """Probabilities of 0, 1, ..., n successes of independent trials with chances ``p``.

    O(n^2) products of non-negative numbers, so small tails keep their relative accuracy.

    Examples
    --------
    >>> poisson_binomial(np.array([0.5, 0.5])).tolist()
    [0.25, 0.5, 0.25]
    """
    count = SeenCount(p.size)
    change = count.change(np.arange(p.size), np.asarray(p, dtype=np.float64))
    if change is not None:
        count.apply(change)
    return count.distribution()


def at_least(distribution: Reals) -> Reals:
    """Probability of at least 1, 2, ..., n, summed from the small end."""
    return np.cumsum(distribution[:0:-1])[::-1]
