"""Best coverage of relevant text within a budget of characters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import distinct

# An interval costs its price; the last one read may be cut to a beginning. A *label* is what a
# chain of intervals costs and covers; a label is dropped when another costs no more and covers no
# less. The cut interval stands somewhere in the chain: what lies left of it and what lies right of
# it are labels again, and what is left of the budget says how far it is read.

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
        """Positions in the text of positions on the line."""
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


def most_for_budget(offers: Offers, budget: int, max_labels: int = MOST_LABELS) -> int | None:
    """Greatest coverage for the budget; None where it takes more labels than allowed."""
    try:
        forward = _BudgetChains(offers.start, offers.end, offers.cost, budget, max_labels)
        backward = _BudgetChains(-offers.end, -offers.start, offers.cost, budget, max_labels)
        best = int(forward.before(forward.end.size).covered[-1])
        for row in np.argsort(offers.start - offers.end, kind="stable").tolist():
            for begin, until, lead in zip(*offers.beginnings(row), strict=True):
                head, tail = forward.up_to(offers.start[row], begin), backward.at_most(-until)
                cap = int(until - begin)
                if head.covered[-1] + tail.covered[-1] + cap > best:
                    best = max(best, _with_cut(offers, row, (int(lead), cap), (head, tail), budget))
    except TooManyError:
        return None
    return best


def _with_cut(
    offers: Offers, row: int, cell: tuple[int, int], sides: tuple[Labels, Labels], budget: int
) -> int:
    """Best coverage with the interval cut in a cell: characters before it, positions in it."""
    (lead, cap), (head, tail) = cell, sides
    if head.cost.size * tail.cost.size > _MOST_PAIRS:
        raise TooManyError
    rest = budget - (head.cost[:, None] + tail.cost)
    n_shown = np.minimum(rest * offers.size[row] // offers.cost[row], offers.size[row]) - lead
    covered = head.covered[:, None] + tail.covered + np.minimum(n_shown, cap)
    # Beyond the budget less than nothing is shown.
    return int(np.where(n_shown >= 0, covered, 0).max())


class _BudgetChains:
    """Labels of the chains that end at each interval, by ascending end."""

    def __init__(self, start: Ints, end: Ints, cost: Ints, budget: int, max_labels: int) -> None:
        order = np.lexsort((start, end))
        self.start, self.end, self.cost = start[order], end[order], cost[order]
        none = np.zeros(1, np.int64)
        self._before = [Labels(none, none)]
        self._at_interval: list[Labels] = []
        n = 0
        for row in range(self.end.size):
            reached = self.up_to(self.start[row], self.end[row], row)
            paid = reached.cost + self.cost[row]
            affordable = paid <= budget
            self._at_interval.append(Labels(paid[affordable], reached.covered[affordable]))
            n += int(affordable.sum())
            if n > max_labels:
                raise TooManyError
            self._before.append(_undominated((self._before[-1], self._at_interval[-1])))

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
        labels = [Labels(free.cost, free.covered + (position - start))]
        labels += [
            Labels(
                self._at_interval[a].cost, self._at_interval[a].covered + (position - self.end[a])
            )
            for a in range(clear, until)
        ]
        return _undominated(labels)


def _undominated(parts: list[Labels] | tuple[Labels, ...]) -> Labels:
    if len(parts) == 1:
        return parts[0]
    cost = np.concatenate([labels.cost for labels in parts])
    covered = np.concatenate([labels.covered for labels in parts])
    order = np.lexsort((-covered, cost))
    cost, covered = cost[order], covered[order]
    reach = np.maximum.accumulate(covered)
    undominated = np.ones(cost.size, np.bool_)
    np.greater(covered[1:], reach[:-1], out=undominated[1:])
    return Labels(cost[undominated], covered[undominated])


# For a price x of a unit of cost no choice covers more than x times the budget plus the greatest
# coverage less x times cost of any choice. The best price is where the two corners of the hull
# around the budget meet.

_WORST = np.iinfo(np.int64).min // 2


class _CostPoint(NamedTuple):
    cost: int
    covered: int


def most_at_any_price(offers: Offers, budget: int) -> int:
    """Upper bound of the coverage of any choice, at most one interval cut. O(rounds m**2)."""
    items = _CutItems(offers)
    low, high = _CostPoint(0, 0), items.best(0, 1)
    if high.cost <= budget:
        return high.covered
    while True:
        gain, price = high.covered - low.covered, high.cost - low.cost
        middle = items.best(gain, price)
        if middle.covered * price - middle.cost * gain <= low.covered * price - low.cost * gain:
            return low.covered + gain * (budget - low.cost) // price
        if middle.cost <= budget:
            low = middle
        else:
            high = middle


class _CutItems:
    """Intervals and their beginnings at ends of cells, by ascending end."""

    def __init__(self, offers: Offers) -> None:
        start, end, cost = [offers.start], [offers.end], [offers.cost]
        for row in range(offers.start.size):
            begin, until, lead = offers.beginnings(row)
            characters = lead + until - begin
            start.append(np.full(until.size, offers.start[row]))
            end.append(until)
            # rounded down: between two ends of cells a beginning may be as cheap as this
            cost.append(characters * offers.cost[row] // offers.size[row])
        s, e, c = map(np.concatenate, (start, end, cost))
        is_cut = np.arange(s.size) >= offers.start.size
        order = np.lexsort((s, e))
        self.start: Ints = s[order]
        self.end: Ints = e[order]
        self.cost: Ints = c[order]
        self.cut: Flags = is_cut[order]
        self.clear = np.searchsorted(self.end, self.start, "right")

    def best(self, price: int, weight: int) -> _CostPoint:
        """Choice with the greatest ``weight * covered - price * cost``."""
        n = self.end.size
        chains = _ChainBounds(self, price, weight)
        for b in range(n):
            chains.extend(b)
        state = int(np.argmax(chains.lead[:, n]))
        item = int(chains.leader[state, n])
        if item < 0:
            return _CostPoint(0, 0)
        return _CostPoint(int(chains.spent[state, item]), int(chains.covered[state, item]))


class _ChainBounds:
    """Best chains that end with each item: in row 0 no interval is cut, in row 1 one is."""

    def __init__(self, items: _CutItems, price: int, weight: int) -> None:
        n = items.end.size
        self.items, self.price, self.weight = items, price, weight
        self.value = np.full((2, n), _WORST)
        self.covered, self.spent = np.zeros((2, n), np.int64), np.zeros((2, n), np.int64)
        # the best of all items before, and which one it is
        self.lead = np.full((2, n + 1), _WORST)
        self.leader = np.full((2, n + 1), -1, np.int64)
        self.lead[0, 0] = 0

    def extend(self, b: int) -> None:
        """Find the best chains that end with item `b`."""
        for state in (1,) if self.items.cut[b] else (0, 1):
            self._extend(b, state)
        for state in (0, 1):
            better = self.value[state, b] > self.lead[state, b]
            self.lead[state, b + 1] = self.value[state, b] if better else self.lead[state, b]
            self.leader[state, b + 1] = b if better else self.leader[state, b]

    def _extend(self, b: int, state: int) -> None:
        items, weight = self.items, self.weight
        of = 0 if items.cut[b] else state
        low, end = int(items.clear[b]), items.end[b]
        gain = end - items.start[b]
        top, item = self.lead[of, low] + weight * gain, int(self.leader[of, low])
        if low < b:
            joined = self.value[of, low:b] + weight * (end - items.end[low:b])
            a = int(np.argmax(joined))
            if joined[a] > top:
                top, item = joined[a], low + a
                gain = end - items.end[item]
        if top <= _WORST // 2:
            return
        self.value[state, b] = top - self.price * items.cost[b]
        self.covered[state, b] = gain + (self.covered[of, item] if item >= 0 else 0)
        self.spent[state, b] = items.cost[b] + (self.spent[of, item] if item >= 0 else 0)
