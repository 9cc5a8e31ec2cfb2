"""Intervals of characters: unions, overlaps, first cover, precision along a walk."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints, Reals
from partwise.kernels.ragged import (
    count_before,
    offsets_from_lengths,
    owners,
    ranges,
    rank_in_segment,
    segment_sum,
)
from partwise.kernels.ranked import stable_order

if TYPE_CHECKING:
    from fractions import Fraction


# Documents are laid side by side on one long axis, one free place between
# neighbours, so that an interval is two whole numbers and no document number is
# needed any more. Sets of intervals are given as sorted starts and ends of
# disjoint, non-empty intervals.


def lay_out(extent: Ints) -> Ints:
    """Offset of each document on the axis, and the end of the axis last. O(documents)."""
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
    border, index = np.unique(np.concatenate((start, end)), return_inverse=True)
    low, high = index.reshape(2, -1)
    base = owner * np.int64(border.size + 1)  # each owner has an axis of borders of its own
    low, high = merge(low + base, high + base)
    owner, low = np.divmod(low, border.size + 1)
    return owner, border[low], border[high - owner * (border.size + 1)]


def covered_before(x: Ints, start: Ints, end: Ints) -> Ints:
    """Covered characters before each position; O(log intervals) each, less if `x` ascends."""
    if not start.size:
        return np.zeros(x.shape, np.int64)
    before = count_before(end - start)
    index = np.searchsorted(start, x, "right")
    out = before[index]
    index -= 1
    np.maximum(index, 0, out=index)  # nothing to take back before the first interval
    out -= np.maximum(end[index] - np.maximum(x, start[index]), 0) * (x >= start[0])
    return out


def inside(x: Ints, start: Ints, end: Ints) -> Flags:
    """Mask of the positions whose character is covered."""
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


def overlapping(
    start: Ints, end: Ints, other_start: Ints, other_end: Ints, *, touching: bool = False
) -> tuple[Ints, Ints]:
    """Pairs of a row and another that share a character.

    Parameters
    ----------
    start, end : ndarray of int64
        Half-open intervals in any order; an empty one shares nothing.
    other_start, other_end : ndarray of int64
        The others, by start; they may overlap each other.
    touching : bool
        Whether intervals that only touch meet as well.

    Returns
    -------
    row, other : ndarray of int64
        By row, then by other. O((n + m) log m + pairs), more where the others are nested.
    """
    reach = np.maximum.accumulate(other_end) if other_end.size else other_end
    low = np.searchsorted(reach, start, "left" if touching else "right")
    high = np.searchsorted(other_start, end, "right" if touching else "left")
    partner, offsets = ranges(low, high)
    row = owners(offsets)
    if touching:
        meets = (other_start[partner] <= end[row]) & (other_end[partner] >= start[row])
    else:
        shared = np.minimum(other_end[partner], end[row]) - np.maximum(
            other_start[partner], start[row]
        )
        meets = shared > 0
    return row[meets], partner[meets]


# Intervals lie on one axis (`intervals.lay_out`). An interval that is to be found
# has a *need*: how many of its characters must be covered.

_SAFE = 2**62


def need(size: Ints, threshold: int | Fraction) -> Ints:
    """Characters needed of intervals of these sizes: a number, or a share rounded up; at least 1.

    Shares are compared in whole numbers. O(n).
    """
    if isinstance(threshold, int):
        return np.minimum(threshold, size)
    a, b = threshold.numerator, threshold.denominator
    roomy = size if int(size.max(initial=1)) * a + b < _SAFE else size.astype(object)
    needed: Ints = np.maximum(-(-roomy * a // b), 1).astype(np.int64)
    return needed


def finds_any(start: Ints, end: Ints, goal_start: Ints, goal_end: Ints, needed: Ints) -> Flags:
    """Mask of the intervals that find a goal by themselves; goals are disjoint and ascend.

    Of the goals that an interval meets only the first and the last can stick out of
    it; any other lies inside and is found. O(n log goals).
    """
    if not goal_start.size:
        return np.zeros(start.size, np.bool_)
    first = np.searchsorted(goal_end, start, "right")
    last = np.searchsorted(goal_start, end, "left") - 1
    finds = last - first > 1
    for goal in (first, last):
        index = np.clip(goal, 0, goal_start.size - 1)
        shared = np.minimum(end, goal_end[index]) - np.maximum(start, goal_start[index])
        finds |= (first <= last) & (shared >= needed[index])
    return finds


def found_together(start: Ints, end: Ints, goal_start: Ints, goal_end: Ints, needed: Ints) -> Flags:
    """Mask of the goals that all intervals find together. O(n log n)."""
    union = merge(start, end)
    covered = covered_before(goal_end, *union) - covered_before(goal_start, *union)
    is_found: Flags = covered >= needed
    return is_found


# Parts lie on one axis (`intervals.lay_out`) and are given in rank order. Their
# borders cut the axis into cells; a cell belongs to the earliest part that
# covers it.


@record
class FirstCover:
    """Cells of the axis and who painted them first.

    Parameters
    ----------
    border : ndarray of int64
        Ascending; cell ``i`` is ``[border[i], border[i + 1])``.
    owner : ndarray of int32 or int64
        First part that covers the cell; `n` where none does, and for the last border.
    low, high : ndarray of int32 or int64
        Cells where each part starts and ends.
    """

    border: Ints
    owner: NDArray[np.integer]
    low: NDArray[np.integer]
    high: NDArray[np.integer]

    @property
    def n(self) -> int:
        """Number of parts."""
        return self.low.size

    def total(self, before: Ints) -> Ints:
        """Per part, how much lies in it, given how much lies before each border."""
        total: Ints = before[self.high] - before[self.low]
        return total

    def first_seen(self, before: Ints) -> Ints:
        """Per part, how much lies in the cells it painted first."""
        seen = np.zeros(self.n + 1, np.int64)
        np.add.at(seen, self.owner[:-1], np.diff(before))
        return seen[:-1]


def first_cover(start: Ints, end: Ints) -> FirstCover:
    """Find the first part over each cell.

    A part covers cells ``[low, high)``: two overlapping blocks of the greatest
    power of two that fits. Each part marks its two blocks; going down one power
    at a time, the marks of a block pass to its two halves, the earlier part
    winning. O(n log n), one sort, about 130 bytes a part at the peak.
    """
    border, low, high = _cells(start, end)
    n = start.size
    owner = np.full(border.size, n, low.dtype)
    width = np.frexp((high - low).astype(np.float64))[1].astype(np.int8)
    # Widest first; within a width the latest part first, so that the earliest writes last.
    order = np.argsort(width, kind="stable")[::-1].astype(low.dtype)
    count = np.bincount(width)
    done = 0
    for power in range(count.size - 1, 0, -1):
        rows = order[done : done + count[power]]
        done += count[power]
        block = 1 << (power - 1)
        for cells in (low[rows], high[rows] - block):
            owner[cells] = np.minimum(owner[cells], rows)
        if half := block >> 1:
            np.minimum(owner[half:], owner[:-half], out=owner[half:])
    return FirstCover(border, owner, low, high)


def _cells(start: Ints, end: Ints) -> tuple[Ints, NDArray[np.integer], NDArray[np.integer]]:
    n = start.size
    small = np.dtype(np.int32 if 2 * n < np.iinfo(np.int32).max else np.int64)
    order, border = stable_order(np.concatenate((start, end)))
    differs = np.empty(2 * n, bool)
    differs[:1] = True
    np.not_equal(border[1:], border[:-1], out=differs[1:])
    cell: NDArray[np.integer] = np.empty(2 * n, small)
    cell[order] = np.cumsum(differs, dtype=small) - 1
    return border[differs], cell[:n], cell[n:]


@record
class NewCharacters:
    """Relevant and new characters of each part.

    Parameters
    ----------
    relevant : ndarray of int64
        Relevant characters of the part.
    fresh : ndarray of int64
        Characters in no earlier part.
    fresh_relevant : ndarray of int64
        Relevant characters in no earlier part.
    """

    relevant: Ints
    fresh: Ints
    fresh_relevant: Ints


def new_characters(cover: FirstCover, span_start: Ints, span_end: Ints) -> NewCharacters:
    """Relevant and newly seen characters of each part. O(n log spans)."""
    before = covered_before(cover.border, span_start, span_end)
    return NewCharacters(
        relevant=cover.total(before),
        fresh=cover.first_seen(cover.border),
        fresh_relevant=cover.first_seen(before),
    )


_DIRECT = 32
"""Up to here differences are looked up; beyond, the expansion is exact to the last bits."""

_TABLE = np.array(
    [
        [fsum(1 / j for j in range(a + 1, b + 1)) for b in range(_DIRECT + 1)]
        for a in range(_DIRECT + 1)
    ]
)


def harmonic_difference(a: Ints, b: Ints) -> Reals:
    r"""Sum of 1/j over a < j <= b, for 0 <= a <= b.

    .. math::

        H(b) - H(a) = \log(1 + (b-a)/a) + g(b) - g(a), \quad
        g(x) = \frac{1}{2x} - \frac{1}{12x^2} + \frac{1}{120x^4}
               - \frac{1}{252x^6} + \frac{1}{240x^8}

    The terms up to 32 come from a table, so the expansion only ever starts
    there. Relative error below 6e-15; subtracting two harmonic numbers would lose
    most digits for large `a`.
    """
    low_a, low_b = np.minimum(a, _DIRECT), np.minimum(b, _DIRECT)
    far_a, far_b = np.maximum(a, _DIRECT), np.maximum(b, _DIRECT)
    x, y = far_a.astype(np.float64), far_b.astype(np.float64)
    return _TABLE[low_a, low_b] + (np.log1p((far_b - far_a) / x) + (_tail(y) - _tail(x)))


def _tail(x: Reals) -> Reals:
    u = 1 / (x * x)
    return 0.5 / x - u * (1 / 12 - u * (1 / 120 - u * (1 / 252 - u / 240)))


def precision_along(m: Ints, missed: Ints, read: Ints) -> Reals:
    r"""Sum of precision over `m` relevant characters in a row.

    Entered after `read` characters, `missed` of them not relevant:

    .. math:: \sum_{t=1}^{m} \frac{r_0 + t}{p_0 + t} = m - (p_0 - r_0) (H(p_0 + m) - H(p_0))
    """
    return m - missed * harmonic_difference(read, read + m)


class Stretches(NamedTuple):
    """Relevant text where it is met for the first time, by part and along each part."""

    part: Ints
    start: Ints
    length: Ints


def first_met(cover: FirstCover, span_start: Ints, span_end: Ints) -> Stretches:
    """Find the part that shows relevant text first. O((parts + spans) log (parts + spans))."""
    border = cover.border
    if not border.size:
        none = np.empty(0, np.int64)
        return Stretches(none, none, none)
    start, end = cut(span_start, span_end, border)
    # Before the first border the index is -1: the last cell, which nobody owns.
    owner = cover.owner[np.searchsorted(border, start, "right") - 1]
    met = np.flatnonzero(owner < cover.n)
    met = met[np.argsort(owner[met], kind="stable")]  # by part, then along the part
    return Stretches(owner[met].astype(np.int64), start[met], (end - start)[met])


def precision_walk(
    met: Stretches,
    begin: Ints,
    missed: Ints,
    spans: tuple[Ints, Ints],
    offsets: Ints,
    *,
    k: int | None = None,
) -> Reals:
    """Sum hits/read at each relevant character met for the first time.

    Each part is walked from start to end. A relevant character seen before is
    skipped; any other character that is not a hit counts as read each time.

    Parameters
    ----------
    met : Stretches
        Relevant text where it is met for the first time.
    begin : ndarray of int64
        Start on the axis of the part of each stretch.
    missed : ndarray of int64
        Characters of each part that are not relevant.
    spans : pair of ndarray of int64
        Relevant text: starts and ends of disjoint ascending intervals on the axis.
    offsets : ndarray of int64
        Topic ``i`` owns the parts ``offsets[i]:offsets[i + 1]``.
    k : int, optional
        Walk only the first `k` parts of each topic.

    Returns
    -------
    ndarray of float64
        One sum per topic. O(parts + stretches log spans).
    """
    part, place, length = met
    if k:
        walked = (rank_in_segment(offsets) <= k)[part]
        part, place, length, begin = (x[walked] for x in (part, place, length, begin))
    missed_until = count_before(missed)
    missed_before = missed_until[part] + place - begin
    missed_before -= covered_before(place, *spans) - covered_before(begin, *spans)

    topic_offsets = np.searchsorted(part, offsets)
    n_met = np.diff(topic_offsets)
    hits = count_before(length)
    hits_before = hits[:-1] - np.repeat(hits[topic_offsets[:-1]], n_met)
    missed_before -= np.repeat(missed_until[offsets[:-1]], n_met)
    precision = precision_along(length, missed_before, missed_before + hits_before)
    return segment_sum(precision, topic_offsets)
