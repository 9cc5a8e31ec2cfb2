"""Half-open intervals of many documents on one axis.

Documents are laid side by side on one long axis, one free place between
neighbours, so that an interval is two whole numbers and no document number is
needed any more. Sets of intervals are given as sorted starts and ends of
disjoint, non-empty intervals.
"""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import count_before, offsets_from_lengths


def lay_out(extent: Ints) -> Ints:
    """Where each document begins on the axis, and the end of the axis last. O(documents)."""
    return offsets_from_lengths(extent + 1)


def merge(start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Union of intervals as disjoint intervals; touching ones are joined. O(n log n)."""
    start, end = start[start < end], end[start < end]
    if not start.size:
        return start, end
    if (start[1:] < start[:-1]).any():
        order = np.argsort(start)
        start, end = start[order], end[order]
    reach = np.maximum.accumulate(end)
    opens = np.concatenate(([True], start[1:] > reach[:-1]))
    last = np.concatenate((np.flatnonzero(opens)[1:], [start.size])) - 1
    return start[opens], reach[last]


def merge_by(owner: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints, Ints]:
    """Union of each owner's intervals, by owner and start: owners, starts, ends. O(n log n)."""
    owner, start, end = (column[start < end] for column in (owner, start, end))
    border, at = np.unique(np.concatenate((start, end)), return_inverse=True)
    low, high = at.reshape(2, -1)
    base = owner * np.int64(border.size + 1)  # each owner has an axis of borders of its own
    low, high = merge(low + base, high + base)
    owner, low = np.divmod(low, border.size + 1)
    return owner, border[low], border[high - owner * (border.size + 1)]


def covered_before(x: Ints, start: Ints, end: Ints) -> Ints:
    """Covered characters before each position; O(log intervals) each, less if `x` ascends."""
    if not start.size:
        return np.zeros(x.shape, np.int64)
    before = count_before(end - start)
    at = np.searchsorted(start, x, "right")
    out = before[at]
    at -= 1
    np.maximum(at, 0, out=at)  # nothing to take back before the first interval
    out -= np.maximum(end[at] - np.maximum(x, start[at]), 0) * (x >= start[0])
    return out


def inside(x: Ints, start: Ints, end: Ints) -> Flags:
    """Whether the character at each position is covered."""
    return np.searchsorted(start, x, "right") > np.searchsorted(end, x, "right")


def cut(start: Ints, end: Ints, border: Ints) -> tuple[Ints, Ints]:
    """Cut intervals at ascending borders: pieces in order. O((n + borders) log n)."""
    if not start.size:
        return start, end
    holder = np.searchsorted(start, border, "right") - 1
    inner = (holder >= 0) & (border > start[holder]) & (border < end[holder])
    inner_border = border[inner]
    if inner_border.size:
        inner_border = inner_border[np.concatenate(([True], np.diff(inner_border) > 0))]
    pieces = np.sort(np.concatenate((start, inner_border)))
    ends = np.sort(np.concatenate((end, inner_border)))
    return pieces, ends
