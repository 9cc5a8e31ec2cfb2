"""Arithmetic of forests whose rows stand in pre-order.

A row's descendants are the rows right after it, up to `last`; so "is an
ancestor of" is two comparisons. ``parent`` holds row numbers, -1 for roots.
With spans, a child lies inside its parent and siblings follow each other, so
starts never fall from one row to the next.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import count_before, offsets_from_lengths, ranges


def depths(parent: Ints) -> NDArray[np.int32]:
    """Count the rows from the root down to each row, both included.

    Every round doubles the number of steps looked up. O(rows x log depth).
    """
    depth = np.ones(parent.size, np.int32)
    up = parent.copy()
    left = np.flatnonzero(up >= 0)
    while left.size:
        above = up[left]
        depth[left] += depth[above]
        up[left] = up[above]
        left = left[up[left] >= 0]
    return depth


def by_depth(depth: NDArray[np.int32]) -> list[Ints]:
    """Return the rows of each depth, roots first. O(rows)."""
    order = np.argsort(depth, kind="stable")
    ends = np.cumsum(np.bincount(depth, minlength=1)[1:])
    return np.split(order, ends[:-1]) if ends.size else []


def last_descendant(parent: Ints, depth: NDArray[np.int32]) -> Ints:
    """Return the row of each row's last descendant, itself for a leaf. O(rows)."""
    size = np.ones(parent.size, np.int64)
    for rows in reversed(by_depth(depth)[1:]):
        np.add.at(size, parent[rows], size[rows])
    return np.arange(parent.size) + size - 1


def misplaced(parent: Ints, last: Ints) -> Flags:
    """Mark rows that break pre-order, given ``parent < row`` and `last` by counting.

    A subtree of n rows fits into the n rows from its root on exactly when no
    row's subtree passes the end of its parent's.
    """
    child = parent >= 0
    bad = np.zeros(parent.size, np.bool_)
    bad[child] = last[child] > last[parent[child]]
    return bad


def ordinals(parent: Ints, tag: NDArray[np.int32], n_tags: int) -> NDArray[np.int32]:
    """Return the position from 1 among siblings of one name; roots get 1. O(rows log rows)."""
    ordinal = np.ones(parent.size, np.int32)
    child = np.flatnonzero(parent >= 0)
    key = parent[child] * n_tags + tag[child]
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = np.concatenate((np.ones(min(key.size, 1), np.bool_), key[1:] != key[:-1]))
    first = np.flatnonzero(begins)
    size = np.diff(np.append(first, key.size))
    ordinal[child[order]] = np.arange(key.size) - np.repeat(first, size) + 1
    return ordinal


def ancestors(rows: Ints, parent: Ints, depth: NDArray[np.int32]) -> tuple[Ints, Ints]:
    """Return each row and its ancestors, bottom up, with offsets. O(rows x depth)."""
    offsets = offsets_from_lengths(depth[rows])
    chain = np.empty(offsets[-1], np.int64)
    at, row = offsets[:-1].copy(), rows.astype(np.int64)
    while row.size:
        chain[at] = row
        row = parent[row]
        alive = row >= 0
        row, at = row[alive], at[alive] + 1
    return chain, offsets


def innermost_around(first: Ints, low: Ints, high: Ints, end: Ints, parent: Ints) -> Ints:
    """Climb from the last row that starts at or before a span to one that ends after it.

    Parameters
    ----------
    first : ndarray
        Per span, the last row of the document with start <= `low`, or -1.
    low, high : ndarray
        The spans.
    end, parent : ndarray
        Columns of the forest.

    Returns
    -------
    ndarray
        The deepest row around each span, -1 where none is. Every row around a
        non-empty span is `first` or an ancestor of it, because rows after its
        subtree start at its end or later. O(depth) each.
    """
    found = first.copy()
    left = np.flatnonzero(found >= 0)
    left = left[end[found[left]] < high[left]]
    while left.size:
        found[left] = parent[found[left]]
        left = left[found[left] >= 0]
        left = left[end[found[left]] < high[left]]
    found[high < low] = -1
    return found


def outermost_inside(
    low_row: Ints, high_row: Ints, high: Ints, *, start: Ints, end: Ints, parent: Ints
) -> tuple[Ints, Ints]:
    """Return the rows inside each span whose parent is not inside, with offsets.

    Parameters
    ----------
    low_row, high_row : ndarray
        Per span, the rows that start in it: ``low_row .. high_row - 1``.
    high : ndarray
        End of the spans.
    start, end, parent : ndarray
        Columns of the forest.

    Returns
    -------
    tuple of ndarray
        Ints in document order, without empty ones, and offsets. O(rows that start inside).
    """
    rows, offsets = ranges(low_row, high_row)
    count = np.diff(offsets)
    limit = np.repeat(high, count)
    held = (end[rows] <= limit) & (end[rows] > start[rows])
    above = parent[rows]
    # a row number at or past low_row means a start at or past the span's
    held &= (above < np.repeat(low_row, count)) | (end[above] > limit)
    return _kept(rows, held, offsets)


def leaves_inside(
    low_row: Ints, high_row: Ints, high: Ints, *, start: Ints, end: Ints, last: Ints
) -> tuple[Ints, Ints]:
    """Return the childless, non-empty rows inside each span, with offsets.

    Parameters are those of `outermost_inside`. O(rows that start inside).
    """
    rows, offsets = ranges(low_row, high_row)
    limit = np.repeat(high, np.diff(offsets))
    held = (last[rows] == rows) & (end[rows] <= limit) & (end[rows] > start[rows])
    return _kept(rows, held, offsets)


def _kept(rows: Ints, held: Flags, offsets: Ints) -> tuple[Ints, Ints]:
    return rows[held], count_before(held)[offsets]
