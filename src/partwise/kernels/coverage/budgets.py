"""The most that intervals cover for a budget: one topic, by labels of cost and coverage.

An interval costs its price; the last one read may be cut to a beginning. A *label* is what a
chain of intervals costs and covers; a label is dropped when another costs no more and covers no
less. The cut interval stands somewhere in the chain: what lies left of it and what lies right of
it are labels again, and what is left of the budget says how far it is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.kernels.distinct import distinct

MOST_LABELS = 100_000
_MOST_PAIRS = 1 << 20


@dataclass(frozen=True, eq=False)
class Offers:
    """Intervals of one topic that cover something, and what they cost.

    Parameters
    ----------
    start, end : ndarray of int64
        On the line of wanted positions.
    cost : ndarray of int64
        At least 1.
    size : ndarray of int64
        Characters; they are read one by one for ``cost / size`` each.
    low : ndarray of int64
        Where each interval begins in the text.
    span_line, span_text : ndarray of int64
        Where the wanted spans begin on the line and in the text.
    """

    start: Ints
    end: Ints
    cost: Ints
    size: Ints
    low: Ints
    span_line: Ints
    span_text: Ints

    @cached_property
    def cells(self) -> Ints:
        """Borders on the line between which every interval covers all or nothing."""
        return distinct(np.concatenate((self.start, self.end, self.span_line)))

    def in_text(self, position: Ints) -> Ints:
        """Where positions of the line lie in the text."""
        span = np.searchsorted(self.span_line, position, "right") - 1
        return self.span_text[span] + position - self.span_line[span]

    def beginnings(self, row: int) -> tuple[Ints, Ints, Ints]:
        """Cells of an interval (first position, last) and the characters before each."""
        low, high = np.searchsorted(self.cells, (self.start[row], self.end[row]))
        begin, until = self.cells[low:high], self.cells[low + 1 : high + 1]
        return begin, until, self.in_text(begin) - self.low[row]


class Labels(NamedTuple):
    """Costs ascend, and so does what is covered."""

    cost: Ints
    covered: Ints


class TooManyError(Exception):
    """More labels than are allowed."""


def most_for_budget(offers: Offers, budget: int, most: int = MOST_LABELS) -> int | None:
    """Greatest coverage for the budget; None where it takes more labels than allowed."""
    try:
        left = _Chains(offers.start, offers.end, offers.cost, budget, most)
        right = _Chains(-offers.end, -offers.start, offers.cost, budget, most)
        best = int(left.before(left.end.size).covered[-1])
        for row in np.argsort(offers.start - offers.end, kind="stable").tolist():
            for begin, until, lead in zip(*offers.beginnings(row), strict=True):
                one, other = left.up_to(offers.start[row], begin), right.at_most(-until)
                cap = int(until - begin)
                if one.covered[-1] + other.covered[-1] + cap > best:
                    best = max(best, _with_cut(offers, row, (int(lead), cap), (one, other), budget))
    except TooManyError:
        return None
    return best


def _with_cut(
    offers: Offers, row: int, cell: tuple[int, int], sides: tuple[Labels, Labels], budget: int
) -> int:
    """Best coverage with the interval cut in a cell: characters before it, positions in it."""
    (lead, cap), (one, other) = cell, sides
    if one.cost.size * other.cost.size > _MOST_PAIRS:
        raise TooManyError
    rest = budget - (one.cost[:, None] + other.cost)
    shown = np.minimum(rest * offers.size[row] // offers.cost[row], offers.size[row]) - lead
    covered = one.covered[:, None] + other.covered + np.minimum(shown, cap)
    # Beyond the budget less than nothing is shown.
    return int(np.where(shown >= 0, covered, 0).max())


class _Chains:
    """Labels of the chains that end at each interval, by ascending end."""

    def __init__(self, start: Ints, end: Ints, cost: Ints, budget: int, most: int) -> None:
        order = np.lexsort((start, end))
        self.start, self.end, self.cost = start[order], end[order], cost[order]
        none = np.zeros(1, np.int64)
        self._before = [Labels(none, none)]
        self._at: list[Labels] = []
        n = 0
        for row in range(self.end.size):
            reached = self.up_to(self.start[row], self.end[row], row)
            paid = reached.cost + self.cost[row]
            kept = paid <= budget
            self._at.append(Labels(paid[kept], reached.covered[kept]))
            n += int(kept.sum())
            if n > most:
                raise TooManyError
            self._before.append(_undominated((self._before[-1], self._at[-1])))

    def before(self, count: int) -> Labels:
        """Labels of all chains of the first `count` intervals, the empty chain included."""
        return self._before[count]

    def at_most(self, position: int) -> Labels:
        """Labels of all chains that end there or earlier."""
        return self._before[int(np.searchsorted(self.end, position, "right"))]

    def up_to(self, start: int, position: int, count: int | None = None) -> Labels:
        """Labels of chains of the first `count` intervals, and ``start:position`` after them."""
        clear = int(np.searchsorted(self.end, start, "right"))
        until = int(np.searchsorted(self.end, position, "right")) if count is None else count
        free = self._before[min(clear, until)]
        found = [Labels(free.cost, free.covered + (position - start))]
        found += [
            Labels(self._at[a].cost, self._at[a].covered + (position - self.end[a]))
            for a in range(clear, until)
        ]
        return _undominated(found)


def _undominated(found: list[Labels] | tuple[Labels, ...]) -> Labels:
    if len(found) == 1:
        return found[0]
    cost = np.concatenate([labels.cost for labels in found])
    covered = np.concatenate([labels.covered for labels in found])
    order = np.lexsort((-covered, cost))
    cost, covered = cost[order], covered[order]
    reach = np.maximum.accumulate(covered)
    kept = np.ones(cost.size, np.bool_)
    np.greater(covered[1:], reach[:-1], out=kept[1:])
    return Labels(cost[kept], covered[kept])
