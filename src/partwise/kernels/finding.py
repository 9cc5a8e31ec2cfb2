"""Which intervals are found by others: enough of their characters are covered.

Intervals lie on one axis (`intervals.lay_out`). An interval that is to be found
has a *need*: how many of its characters must be covered.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.intervals import Positions, covered_before, merge

_SAFE = 2**62


def need(size: Positions, least: int | Fraction) -> Positions:
    """Characters needed of intervals of these sizes: some, or a share rounded up; 1 at least.

    Shares are compared in whole numbers. O(n).
    """
    if isinstance(least, int):
        return np.minimum(least, size)
    a, b = least.numerator, least.denominator
    roomy = size if int(size.max(initial=1)) * a + b < _SAFE else size.astype(object)
    needed: Positions = np.maximum(-(-roomy * a // b), 1).astype(np.int64)
    return needed


def finds_any(
    start: Positions, end: Positions, goal_start: Positions, goal_end: Positions, needed: Positions
) -> NDArray[np.bool_]:
    """Whether each interval by itself finds some goal; goals are disjoint and ascend.

    Of the goals that an interval meets only the first and the last can stick out of
    it; any other lies inside and is found. O(n log goals).
    """
    if not goal_start.size:
        return np.zeros(start.size, np.bool_)
    first = np.searchsorted(goal_end, start, "right")
    last = np.searchsorted(goal_start, end, "left") - 1
    found = last - first > 1
    for goal in (first, last):
        at = np.clip(goal, 0, goal_start.size - 1)
        shared = np.minimum(end, goal_end[at]) - np.maximum(start, goal_start[at])
        found |= (first <= last) & (shared >= needed[at])
    return found & (start < end)


def found_together(
    start: Positions, end: Positions, goal_start: Positions, goal_end: Positions, needed: Positions
) -> NDArray[np.bool_]:
    """Whether all intervals together find each goal. O(n log n)."""
    shown = merge(start, end)
    covered = covered_before(goal_end, *shown) - covered_before(goal_start, *shown)
    found: NDArray[np.bool_] = covered >= needed
    return found
