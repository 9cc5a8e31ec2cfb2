"""Ranked lists: first occurrences, ratios, recall levels and recall-precision curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.ragged import (
    offsets_from_lengths,
    owners,
    rank_in_segment,
    running_sum,
    segment_sum,
    top,
)

if TYPE_CHECKING:
    from fractions import Fraction


def stable_order(key: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Rows by ascending key, equal keys in order, and the keys so ordered; keys are at least 0.

    Key and row are sorted as one number where both fit: NumPy sorts numbers several times faster
    than it finds their order.
    """
    bits = int(key.size).bit_length()
    if int(key.max(initial=0)) >= 1 << (63 - bits):
        order = np.argsort(key, kind="stable")
        return order, key[order].astype(np.int64)
    both = key.astype(np.int64) << bits
    both |= np.arange(key.size)
    both.sort()
    return both & ((1 << bits) - 1), both >> bits


def by_first_row(key: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Give equal keys one number, by first appearance.

    Returns
    -------
    code : ndarray of int64
        Number of each row's key, from 0.
    first : ndarray of int64
        First row of each number. O(n log n).
    """
    order, ranged = stable_order(key)
    later = np.flatnonzero(ranged[1:] == ranged[:-1]) + 1
    is_first = np.ones(key.size, bool)
    is_first[order[later]] = False
    code = np.cumsum(is_first)
    code -= 1
    opens = np.diff(later, prepend=-1) > 1  # later rows of one key stand together
    first = order[later[opens] - 1]
    code[order[later]] = code[first][np.cumsum(opens) - 1]
    return code, np.flatnonzero(is_first)


def repeats_earlier(*keys: NDArray[np.integer]) -> Flags:
    """Mask of the rows with the keys of an earlier row; keys are at least 0. O(n log n)."""
    code, first = by_first_row(keys[0])
    for key in keys[1:]:
        code, first = by_first_row(code * key.size + by_first_row(key)[0])
    repeats = np.ones(code.size, np.bool_)
    repeats[first] = False
    return repeats


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> Reals:
    """Quotient of two columns; 0/0 is 0."""
    out = np.zeros(part.shape)
    np.divide(part, whole, out=out, where=whole != 0)
    return out


def weighted_mean(value: Reals, weight: Reals, offsets: Ints) -> Reals:
    """Mean of each segment, NaN where all weights are 0."""
    total = segment_sum(weight, offsets)
    out = np.full(total.size, np.nan)
    np.divide(segment_sum(value * weight, offsets), total, out=out, where=total > 0)
    return out


def nan_where_zero(value: Reals, n: NDArray[Any]) -> Reals:
    """Values of the segments with `n` > 0, NaN elsewhere."""
    return np.where(n > 0, value, np.nan)


def split_groups(code: NDArray[np.integer], n: int) -> int:
    """Count the groups whose rows do not stand together. O(n)."""
    opens = np.ones(code.size, bool)
    np.not_equal(code[1:], code[:-1], out=opens[1:])
    return int((np.bincount(code[opens], minlength=n) > 1).sum())


def discounted(gain: Reals, rank: NDArray[np.integer]) -> Reals:
    """Gains divided by log2(rank + 1)."""
    value: Reals = gain / np.log2(rank + 1.0)
    return value


def best_discounted(gain: Reals, offsets: Ints, k: int | None) -> Reals:
    """Discounted sum of each segment's `k` greatest gains, in the best order. O(n log n)."""
    order = np.lexsort((-gain, owners(offsets)))
    rank = rank_in_segment(offsets)
    counted = np.arange(rank.size) < np.repeat(top(offsets, k), np.diff(offsets))
    return segment_sum(np.where(counted, discounted(gain[order], rank), 0.0), offsets)


# Recall at a row is a weighted count over the segment's total: new characters
# count 1, repeated ones `tolerance`. Both the weight and the level are decimals,
# so everything is compared in whole numbers.

_SAFE = 2**62


def check_level(measure: str, cutoff: float | str | None) -> None:
    """Raise on recall level 0, which is reached before the first rank."""
    if isinstance(cutoff, float) and not cutoff > 0:
        expected = "a recall level above 0.0 and at most 1.0"
        raise ParameterError(measure, "cutoff", cutoff, expected)


def weighted(fresh: Ints, repeated: Ints, tolerance: Fraction) -> tuple[NDArray[Any], int]:
    """Weighted counts ``fresh + tolerance * repeated`` in whole numbers, and their unit."""
    p, q = tolerance.numerator, tolerance.denominator
    if p == 0:
        return fresh, 1
    greatest = int(fresh.max(initial=1)) + int(repeated.max(initial=0))
    fresh, repeated = _roomy(fresh, greatest * q), _roomy(repeated, greatest * q)
    return fresh * q + repeated * p, q


def reaches(count: NDArray[Any], total: Ints, unit: int, level: Fraction) -> Flags:
    """Mask of the rows whose ``count / (unit * total)`` is at least `level`."""
    a, b = level.numerator, level.denominator
    greatest = max(int(count.max(initial=1)) * b, int(total.max(initial=1)) * unit * a)
    reached: Flags = _roomy(count, greatest) * b >= _roomy(total, greatest) * (unit * a)
    return reached.astype(bool)


def reaches_floor(
    count: NDArray[Any], total: Ints, unit: int, level: Fraction, points: int
) -> Flags:
    """Mask of the rows whose level, as `floor_levels` has it, is at least `level`."""
    steps = floor_levels(count, total, unit, points) - 1
    reached: Flags = steps * level.denominator >= (points - 1) * level.numerator
    return reached


def n_levels(count: NDArray[Any], total: Ints, unit: int, points: int) -> Ints:
    """Count the levels 0, 1/(points-1), ..., 1 that are reached, by row (`total` > 0)."""
    greatest = max(int(count.max(initial=1)) * points, int(total.max(initial=1)) * unit)
    steps = _roomy(count, greatest) * (points - 1) // (_roomy(total, greatest) * unit)
    reached: Ints = np.minimum(steps + 1, points).astype(np.int64)
    return reached


def floor_levels(count: NDArray[Any], total: Ints, unit: int, points: int) -> Ints:
    """Count the levels reached where the level is ``floor((points - 1) * recall)`` in doubles.

    A level of that many steps, and all below it: inex_eval's way, in which 29 of 50 falls into
    level 57 of 100.
    """
    recall = count.astype(np.float64) / (total * float(unit))
    steps = np.floor((points - 1) * recall).astype(np.int64)
    reached: Ints = np.minimum(steps + 1, points)
    return reached


def rounded_count(level: Fraction, total: Ints, rule: str) -> Ints:
    """Count of `total` at a recall level, as a version of trec_eval computes it.

    ``trec_eval9`` adds 0.9 and truncates, ``trec_eval10`` rounds to the nearest; in doubles.
    """
    exact = float(level) * total.astype(np.float64)
    if rule == "trec_eval9":
        return np.trunc(exact + 0.9).astype(np.int64)
    whole = np.trunc(exact)
    return (whole + (exact - whole >= 0.5)).astype(np.int64)


def _roomy(x: NDArray[Any], greatest: int) -> NDArray[Any]:
    """Column as it is, or as Python integers where 64 bits would not do."""
    return x if greatest < _SAFE else x.astype(object)


# A curve is the running sum of gains >= 0 over the ranks 1, 2, ... of a segment;
# before its first rank it is 0, after its last it stays where it is.

Interpolation = Literal["linear", "inex2005"]

SLACK = 1e-9
"""A height is reached when the curve comes this close, as a share of the total."""


class Curves(NamedTuple):
    """One curve per segment: its height at each rank."""

    height: Reals
    offsets: Ints

    @property
    def length(self) -> Ints:
        """Ranks of each curve."""
        return np.diff(self.offsets)

    @property
    def total(self) -> Reals:
        """Height at the end of each curve."""
        return height_at(self, np.arange(self.length.size), self.length)


def cumulated(gain: Reals, offsets: Ints) -> Curves:
    """Curves of the gains at each rank. O(n)."""
    return Curves(running_sum(gain, offsets), offsets)


def falling(x: Reals, offsets: Ints) -> Reals:
    """Sort each segment in decreasing order. O(n log n)."""
    return x[np.lexsort((-x, owners(offsets)))]


def height_at(curves: Curves, segment: Ints, rank: Ints) -> Reals:
    """Height of the curve of each `segment` at each `rank` (0 or more). O(n)."""
    begin = curves.offsets[segment]
    index = np.minimum(begin + rank, curves.offsets[segment + 1])
    height: Reals = np.concatenate(([0.0], curves.height))[np.where(index > begin, index, 0)]
    return height


def first_reaching(curves: Curves, segment: Ints, height: Reals) -> Ints:
    """First rank at which a segment's curve is at least `height`; its length + 1 if never.

    All questions are bisected together, in log2(longest curve) steps.
    """
    begin = curves.offsets[segment]
    low, high = begin, curves.offsets[segment + 1]
    for _ in range(int((high - low).max(initial=0)).bit_length()):
        middle = (low + high) // 2
        inside = low < high
        reached = inside.copy()
        reached[inside] = curves.height[middle[inside]] >= height[inside]
        low = np.where(inside & ~reached, middle + 1, low)
        high = np.where(reached, middle, high)
    return low - begin + 1


def rank_of(
    curves: Curves, segment: Ints, height: Reals, *, slack: Reals, interpolation: Interpolation
) -> Reals:
    r"""Rank, with a fraction, at which a segment's curve reaches `height` > 0; inf if never.

    With :math:`i` the first rank at which the curve comes within `slack` of
    the height :math:`g`, and :math:`b`, :math:`a` the curve before and at
    :math:`i`: ``linear`` is :math:`i-1+(g-b)/(a-b)`, ``inex2005`` is
    :math:`i-1+g/a`; the fraction is at most 1.
    """
    rank = first_reaching(curves, segment, height - slack)
    reached = rank <= curves.length[segment]
    out = np.full(segment.size, np.inf)
    segment, height, rank = segment[reached], height[reached], rank[reached]
    top = height_at(curves, segment, rank)
    base = height_at(curves, segment, rank - 1) if interpolation == "linear" else 0.0
    out[reached] = rank - 1 + np.minimum((height - base) / (top - base), 1.0)
    return out


def mean_ratio(upper: Curves, lower: Curves, k: int) -> Reals:
    """Mean over the ranks 1..k of one curve over another, for each segment.

    Past the end of both curves the ratio stays as it is, so that a large `k`
    costs nothing. NaN where the lower curve is empty. O(min(k, longer curve)).
    """
    length = np.minimum(np.maximum(upper.length, lower.length), k)
    length[lower.length == 0] = 0
    offsets = offsets_from_lengths(length)
    segment, rank = owners(offsets), rank_in_segment(offsets)
    ratio = height_at(upper, segment, rank) / height_at(lower, segment, rank)
    last = np.full(length.size, np.nan)
    last[length > 0] = ratio[offsets[1:][length > 0] - 1]
    mean: Reals = (segment_sum(ratio, offsets) + (k - length) * last) / k
    return mean
