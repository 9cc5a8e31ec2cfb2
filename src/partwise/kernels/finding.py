"""Which intervals are found by others: enough of their characters are covered.

Intervals lie on one axis (`intervals.lay_out`). An interval that is to be found
has a *need*: how many of its characters must be covered.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.intervals import covered_before, merge

_SAFE = 2**62


def need(size: Ints, least: int | Fraction) -> Ints:
    """Characters needed of intervals of these sizes: some, or a share rounded up; 1 at least.

    Shares are compared in whole numbers. O(n).
    """
    if isinstance(least, int):
        return np.minimum(least, size)
    a, b = least.numerator, least.denominator
    roomy = size if int(size.max(initial=1)) * a + b < _SAFE else size.astype(object)
    needed: Ints = np.maximum(-(-roomy * a // b), 1).astype(np.int64)
    return needed


def finds_any(start: Ints, end: Ints, goal_start: Ints, goal_end: Ints, needed: Ints) -> Flags:
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
    return found


def found_together(start: Ints, end: Ints, goal_start: Ints, goal_end: Ints, needed: Ints) -> Flags:
    """Whether all intervals together find each goal. O(n log n)."""
    shown = merge(start, end)
    covered = covered_before(goal_end, *shown) - covered_before(goal_start, *shown)
    found: Flags = covered >= needed
    return found
