"""Distributions of counts: Poisson-binomial, noisy-or, expected gain, recall and effort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import offsets_from_lengths, running_sum
from partwise.kernels.ranked import Curves, first_reaching, height_at

Polynomial = Reals

ONE: Polynomial = np.ones(1)
ONE.flags.writeable = False


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """Product of two polynomials, given by their coefficients from z^0 up.

    Direct convolution: with non-negative coefficients nothing cancels, so even the smallest
    coefficient keeps its relative accuracy (a Fourier transform would not keep it).
    """
    if a.size == 1:
        return b if a[0] == 1.0 else a[0] * b
    if b.size == 1:
        return a if b[0] == 1.0 else b[0] * a
    return np.convolve(a, b)


class ProductTree:
    """Balanced tree of partial products over ``n`` factors, all 1 at first.

    Leaf ``i`` is tree node ``n + i``, the children of node ``j`` are ``2 j`` and ``2 j + 1``, the
    root is node 1. Neighbouring leaves share most of their path, so factors that change together
    should stand together. Nothing is ever divided out: changing ``c`` factors multiplies again
    along their paths, O(n^2) coefficient products at most for factors of degree 1.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._node: list[Polynomial] = [ONE] * max(2 * n, 2)

    @property
    def product(self) -> Polynomial:
        """Product of all factors."""
        return self._node[1]

    def replace(self, leaves: Sequence[int], factors: Sequence[Polynomial]) -> None:
        """Give the ``leaves`` new factors."""
        node = self._node
        for leaf, factor in zip(leaves, factors, strict=True):
            node[self._n + leaf] = factor
        for j in reversed(self._above(leaves)):
            node[j] = multiply(node[2 * j], node[2 * j + 1])

    def others(self, leaves: Sequence[int]) -> list[Polynomial]:
        """Product of all factors but one, for each of the ``leaves``."""
        node = self._node
        rest = {1: ONE}
        touched = {self._n + leaf for leaf in leaves}
        paths = self._above(leaves)
        touched.update(paths)
        for j in paths:
            for child in (2 * j, 2 * j + 1):
                if child in touched:
                    rest[child] = multiply(rest[j], node[child ^ 1])
        return [rest[self._n + leaf] for leaf in leaves]

    def marked(
        self, leaves: Sequence[int], plain: Sequence[Polynomial], mark: Sequence[Polynomial]
    ) -> Polynomial:
        """Terms of the product in which at least one of the ``leaves`` gives its marked part.

        The factor of each leaf must be ``plain + mark``. The result is the product with these
        factors less the product with ``plain`` alone, computed without that subtraction:
        ``marked(A B) = marked(A) B + plain(A) marked(B)``.
        """
        node = self._node
        pair = {self._n + leaf: (p, m) for leaf, p, m in zip(leaves, plain, mark, strict=True)}
        for j in reversed(self._above(leaves)):
            left_child, right_child = 2 * j, 2 * j + 1
            if left_child not in pair or right_child not in pair:
                marked_child, sibling = (
                    (left_child, right_child) if left_child in pair else (right_child, left_child)
                )
                p, m = pair[marked_child]
                whole = node[sibling]
                pair[j] = (multiply(p, whole) if j > 1 else ONE, multiply(m, whole))
                continue
            (pl, ml), (pr, mr) = pair[left_child], pair[right_child]
            marked = _add(multiply(ml, node[right_child]), multiply(pl, mr))
            pair[j] = (multiply(pl, pr) if j > 1 else ONE, marked)
        return pair[1][1]

    def _above(self, leaves: Sequence[int]) -> list[int]:
        """Inner nodes on the paths from the leaves to the root, parents first."""
        inner: set[int] = set()
        for leaf in leaves:
            j = (self._n + leaf) >> 1
            while j and j not in inner:
                inner.add(j)
                j >>= 1
        return sorted(inner)


def _add(longer: Polynomial, shorter: Polynomial) -> Polynomial:
    if longer.size < shorter.size:
        longer, shorter = shorter, longer
    total = longer.copy()
    total[: shorter.size] += shorter
    return total


@dataclass(frozen=True, slots=True)
class Change:
    """Change of the chances at one rank: aligned columns, one row per thing whose chance grows."""

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


class Unseen:
    """Logarithm of the probability that each of ``n`` things is still unseen.

    Logarithms keep chances of 1e-9 apart from 0 after ten thousand of them; a chance of 1 makes
    the logarithm ``-inf``, which stays.
    """

    def __init__(self, n: int) -> None:
        self.log = np.zeros(n)

    def take(self, thing: NDArray[np.integer], chance: Reals) -> Reals:
        """Chances in the order in which they come; returns the logarithms before each of them.

        The sum of a thing runs from its first chance to its last whatever else is in the
        columns, and wherever they are cut into several calls. O(n log n) in the chances.
        """
        order = np.argsort(thing, kind="stable")
        sorted_thing = thing[order]
        opens = np.ones(order.size, np.bool_)
        opens[1:] = sorted_thing[1:] != sorted_thing[:-1]
        first = np.flatnonzero(opens)
        present = sorted_thing[first]
        with np.errstate(divide="ignore"):
            step = np.log1p(-chance[order])
        step[first] = self.log[present] + step[first]
        offsets = offsets_from_lengths(np.diff(np.append(first, order.size)))
        after = running_sum(step, offsets)
        before = np.empty(order.size)
        before[1:] = after[:-1]
        before[first] = self.log[present]
        self.log[present] = after[offsets[1:] - 1]
        out = np.empty(order.size)
        out[order] = before
        return out


def seen(log_unseen: Reals) -> Reals:
    """Probability of having been seen at least once."""
    return -np.expm1(log_unseen)


def sums(owner: NDArray[np.integer], x: Reals, n: int) -> Reals:
    """Sum of ``x`` per owner, added in the order of the rows. O(rows + n)."""
    out: Reals = np.bincount(owner, weights=x, minlength=n).astype(np.float64)
    return out


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
    unreturned : array
        Relevance of all that the list has not returned yet, reached or not.
    shrunk : array
        Relevance returned that was seen before, or that overlap took.
    """

    hits: Reals
    near: Reals
    unreturned: Reals
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
    keeps a share ``unseen_share`` of its worth (1 unless given).
    """

    def __init__(
        self,
        weight: Reals,
        returned: Ints,
        owner: Ints,
        offsets: Ints,
        unseen_share: Reals | None = None,
    ) -> None:
        self._weight = weight
        self._unseen_share = np.ones(weight.size) if unseen_share is None else unseen_share
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
        is_returned = self._returned >= 0
        row = self._returned[is_returned]
        weight = self._weight[is_returned]
        log = self._unseen.log[is_returned]
        share = self._unseen_share[is_returned]
        hit = sums(row, weight * share * np.exp(log), n)
        shrunk = sums(row, weight * ((1.0 - share) + share * seen(log)), n)
        lost = sums(row, weight * seen(log), n)
        gone = sums(row, weight, n)
        total = sums(self._owner, self._weight, self._offsets.size - 1)
        unreturned = np.repeat(total, np.diff(self._offsets)) - running_sum(gone, self._offsets)
        near = running_sum(self._near - lost, self._offsets)
        # What came in as a near miss and left as a hit may leave rounding dust behind.
        unreturned = np.maximum(unreturned, 0.0)
        return Gains(
            hits=running_sum(hit, self._offsets),
            near=np.clip(near, 0.0, unreturned),
            unreturned=unreturned,
            shrunk=running_sum(shrunk, self._offsets),
        )


def precision_at_recall(
    relevance: Curves,
    target: Reals,
    segment: Ints,
    *,
    n_seen: Ints,
    rest: Reals,
    irrelevant_rest: Reals,
    slack: Reals,
) -> Reals:
    r"""Find the precision of a reader who stops with `target` relevance found.

    .. math:: \frac{w}{w + j + s\,i/(r+1)}

    at the first rank at which the cumulated relevance of a segment comes
    within `slack` of :math:`w`: :math:`j` is the irrelevance before that rank,
    :math:`s` what is missing before it, :math:`r` and :math:`i` relevance and
    irrelevance at it. A rank holds one result or several that share it; each
    has a relevance in [0, 1] and an irrelevance of 1 minus that, and `n_seen`
    counts the results down to each rank of `relevance`. Behind the last rank come
    all other elements of the segment as one rank of relevance `rest` and
    irrelevance `irrelevant_rest`, or nothing where that is NaN. For :math:`w = 0` the limit:
    0 if there is irrelevance before the first relevant rank, else :math:`(r+1)/(r+1+i)`.

    One answer per entry of `target` and `segment`; `rest` and `irrelevant_rest` have one
    entry per segment. O(log longest segment) each.
    """
    length = relevance.length[segment]
    # with w = 0 the reader stops at the first relevance, however little
    goal = np.where(target > 0, target - slack, np.finfo(np.float64).tiny)
    rank = first_reaching(relevance, segment, goal)
    listed = rank <= length
    before = height_at(relevance, segment, rank - 1)
    results = Curves(n_seen.astype(np.float64), relevance.offsets)
    seen = height_at(results, segment, rank - 1)
    irrelevance = seen - before
    gain_at_rank = height_at(relevance, segment, rank) - before
    r = np.where(listed, gain_at_rank, rest[segment])
    i = np.where(
        listed, height_at(results, segment, rank) - seen - gain_at_rank, irrelevant_rest[segment]
    )
    missing = np.maximum(target - before, 0)
    limit = np.where(irrelevance > 0, 0.0, (r + 1) / (r + 1 + i))
    with np.errstate(invalid="ignore", divide="ignore"):
        value = target / (target + irrelevance + missing * i / (r + 1))
    value = np.where(target > 0, value, limit)
    return np.where(np.isnan(i), 0.0, value)


@dataclass(frozen=True)
class WalkEffort:
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


class EffortWalk:
    """Accumulates a :class:`WalkEffort` from the chances that each rank opens.

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
        self._recall_values = np.arange(1, n + 1, dtype=np.float64)

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

    def finish(self, n_ranks: int) -> WalkEffort:
        """Close the list after ``n_ranks`` ranks."""
        self._consulted += self._now * (n_ranks - self._last)
        self._last = n_ranks
        return WalkEffort(
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
        self._saving += grown * np.minimum(1.0, self._recall_values / rank)
        self._inverse += grown / rank
        self._tail = tail


def precision(effort: WalkEffort, n_unranked: float) -> Reals:
    r"""Precision: expected share of consulted ranks that lead to something new, by recall value.

    After the list the user picks among ``n_unranked`` remaining units at random until satisfied,
    :math:`(u + 1) / (m - s + 1)` picks for each of the :math:`m - s` still wanted (Cooper 1968).
    Entry ``r - 1`` belongs to recall value ``r``; the double cumulative sums are
    :math:`\sum_{s<r} f_s (r - s)` for all ``r`` without a subtraction.
    """
    open_end = effort.final[: effort.n]
    picks = (n_unranked + 1.0) / np.arange(effort.n + 1, 1, -1, dtype=np.float64)
    found_later = np.cumsum(np.cumsum(open_end))
    tried = np.cumsum(np.cumsum(open_end * picks))
    leading = np.cumsum(effort.leading) + found_later
    return leading / (np.cumsum(effort.consulted) + tried)
