"""The most spans that k intervals find together.

Spans are disjoint and lie on the line of wanted positions; a span is found when as many of its
positions are covered as it needs. Inner intervals are dropped, so a chosen chain ascends in start
and in end. Of all chains of one length that end at an interval only the best goes on: the one that
found most of the spans behind its end, and among those the one that covers most of the span in
which it ends. One more found span outweighs any start on the open one, which can only repay that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.coverage.chains import without_inner
from partwise.kernels.finding import found_together

_AT_ONCE = 4_000_000
"""Pairs of intervals that are compared at once."""


class Spans(NamedTuple):
    """Disjoint spans of one topic, ascending, and how much of each is needed."""

    start: Ints
    end: Ints
    need: Ints


def most_found(start: Ints, end: Ints, spans: Spans, k: int | None) -> int:
    """Greatest number of spans that at most `k` intervals find. O(n^2 k)."""
    start, end = without_inner(start, end)
    everything = int(found_together(start, end, *spans).sum())
    if k is None or k >= start.size or not everything:
        return everything
    chains = _Chains(start, end, spans)
    best = 0
    for _ in range(k):
        best = max(best, chains.found())
        if best == everything:
            break
        chains.lengthen()
    return best


class _Chains:
    """The best chain that ends at each interval; all of one length.

    ``behind`` counts the spans found that end where the chain does or before, ``covered`` the
    positions of the span in which it ends; a chain that does not exist has found -1.
    """

    def __init__(self, start: Ints, end: Ints, spans: Spans) -> None:
        self.start, self.end, self.spans = start, end, spans
        self._ends = np.append(spans.end, np.iinfo(np.int64).max)
        self._starts = np.append(spans.start, np.iinfo(np.int64).max)
        self._needs = np.append(spans.need, 1)
        self._open = np.searchsorted(spans.end, end, "right")  # the span that goes on at an end
        self._inside = self._starts[self._open] < end
        self._need = self._needs[self._open]
        closed, covered = self._new(start, np.arange(start.size), self._first_open(start))
        self.behind, self.covered = closed, covered

    def found(self) -> int:
        """Return the most spans found by any chain."""
        complete = self._inside & (self.covered >= self._need)
        return int((self.behind + complete).max(initial=0))  # without a chain it is 0 at most

    def lengthen(self) -> None:
        """Add one interval to every chain."""
        n = self.start.size
        behind, covered = np.full(n, -1, np.int64), np.zeros(n, np.int64)
        step = max(_AT_ONCE // n, 1)
        for low in range(1, n, step):
            rows = np.arange(low, min(low + step, n))
            behind[rows], covered[rows] = self._best(rows)
        self.behind, self.covered = behind, covered

    def _best(self, rows: Ints) -> tuple[Ints, Ints]:
        """Extend the chains before these intervals to them; of each interval the best stays."""
        last = int(rows[-1])
        one = np.arange(last)[:, None]  # the chain's end so far
        reach, goes_on = self.end[:last, None], self._inside[:last, None]
        begin = np.maximum(self.start[rows], reach)
        end = self.end[rows]
        span = self._open[:last, None]
        ended = self._ends[span] <= end
        more = np.minimum(self._ends[span], end) - np.minimum(begin, self._ends[span])
        total = self.covered[:last, None] + np.maximum(more, 0)
        first = np.where(goes_on, span + 1, span)
        closed, covered = self._new(begin, np.broadcast_to(rows, begin.shape), first)
        behind = self.behind[:last, None] + closed
        behind += goes_on & ended & (total >= self._needs[span])
        same = goes_on & ~ended  # the chain still ends in the span in which it ended
        covered = np.where(same, total, covered)
        exists = (one < rows) & (self.behind[:last, None] >= 0)
        behind = np.where(exists, behind, -1)
        at = np.lexsort((covered, behind), axis=0)[-1]
        across = np.arange(rows.size)
        return behind[at, across], covered[at, across]

    def _first_open(self, position: Ints) -> Ints:
        """Return the first span that does not end at a position or before."""
        return np.searchsorted(self.spans.end, position, "right")

    def _new(self, begin: Ints, row: Ints, first: Ints) -> tuple[Ints, Ints]:
        """Count spans from `first` on that ``[begin, end of row)`` finds and leaves behind.

        The second result is what it covers of the span in which it ends.
        """
        end, last = self.end[row], self._open[row]
        met = np.maximum(np.searchsorted(self.spans.end, begin, "right"), first)
        cut = (met < last) & (self._starts[met] < begin)
        whole = np.maximum(last - met, 0)
        enough = self._ends[met] - begin >= self._needs[met]
        closed = whole - (cut & ~enough)
        covered = np.where(self._inside[row], end - np.maximum(begin, self._starts[last]), 0)
        return closed, np.maximum(covered, 0)


def overlapping(start: Ints, end: Ints) -> Flags:
    """Whether each interval, ascending by start, overlaps the one before it."""
    found = np.zeros(start.size, np.bool_)
    np.less(start[1:], np.maximum.accumulate(end)[:-1], out=found[1:])
    return found
