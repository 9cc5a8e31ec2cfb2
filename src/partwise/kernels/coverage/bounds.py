"""An upper bound on what intervals cover for a budget: every position has a price.

For a price x of a unit of cost no choice covers more than x times the budget plus the greatest
coverage less x times cost of any choice. The best price is where the two corners of the hull
around the budget meet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.coverage.budgets import Offers

_WORST = np.iinfo(np.int64).min // 2


class _Point(NamedTuple):
    cost: int
    covered: int


def most_at_any_price(offers: Offers, budget: int) -> int:
    """Return a coverage that no choice exceeds, at most one interval cut. O(rounds m**2)."""
    items = _Items(offers)
    left, right = _Point(0, 0), items.best(0, 1)
    if right.cost <= budget:
        return right.covered
    while True:
        gain, price = right.covered - left.covered, right.cost - left.cost
        middle = items.best(gain, price)
        if middle.covered * price - middle.cost * gain <= left.covered * price - left.cost * gain:
            return left.covered + gain * (budget - left.cost) // price
        if middle.cost <= budget:
            left = middle
        else:
            right = middle


class _Items:
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

    def best(self, price: int, weight: int) -> _Point:
        """Return the choice with the greatest ``weight * covered - price * cost``."""
        n = self.end.size
        # row 0: no interval is cut, row 1: one is; the best so far stands one place later
        value = np.full((2, n), _WORST)
        covered, spent = np.zeros((2, n), np.int64), np.zeros((2, n), np.int64)
        lead = np.full((2, n + 1), _WORST)
        leader = np.full((2, n + 1), -1, np.int64)
        lead[0, 0] = 0
        for b in range(n):
            for state in (1,) if self.cut[b] else (0, 1):
                self._extend(b, state, price, weight, value, covered, spent, lead, leader)
            for state in (0, 1):
                better = value[state, b] > lead[state, b]
                lead[state, b + 1] = value[state, b] if better else lead[state, b]
                leader[state, b + 1] = b if better else leader[state, b]
        state = int(np.argmax(lead[:, n]))
        at = int(leader[state, n])
        return _Point(0, 0) if at < 0 else _Point(int(spent[state, at]), int(covered[state, at]))

    def _extend(
        self,
        b: int,
        state: int,
        price: int,
        weight: int,
        value: Ints,
        covered: Ints,
        spent: Ints,
        lead: Ints,
        leader: Ints,
    ) -> None:
        """Find the best chain that ends with item `b`."""
        of = 0 if self.cut[b] else state
        low, end = int(self.clear[b]), self.end[b]
        top, at = lead[of, low] + weight * (end - self.start[b]), int(leader[of, low])
        gain = end - self.start[b]
        if low < b:
            joined = value[of, low:b] + weight * (end - self.end[low:b])
            a = int(np.argmax(joined))
            if joined[a] > top:
                top, at = joined[a], low + a
                gain = end - self.end[at]
        if top <= _WORST // 2:
            return
        value[state, b] = top - price * self.cost[b]
        covered[state, b] = gain + (covered[of, at] if at >= 0 else 0)
        spent[state, b] = self.cost[b] + (spent[of, at] if at >= 0 else 0)
