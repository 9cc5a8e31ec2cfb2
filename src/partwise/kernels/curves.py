"""Cumulated curves of many segments: read them at a rank, find the rank of a height.

A curve is the running sum of gains >= 0 over the ranks 1, 2, ... of a segment;
before its first rank it is 0, after its last it stays where it is.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import (
    offsets_from_lengths,
    owners,
    rank_in_segment,
    running_sum,
    segment_sum,
)

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
    at = np.minimum(begin + rank, curves.offsets[segment + 1])
    height: Reals = np.concatenate(([0.0], curves.height))[np.where(at > begin, at, 0)]
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
    at = height_at(curves, segment, rank)
    base = height_at(curves, segment, rank - 1) if interpolation == "linear" else 0.0
    out[reached] = rank - 1 + np.minimum((height - base) / (at - base), 1.0)
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
