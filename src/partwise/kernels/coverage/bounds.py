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
        chains = _Chains(self, price, weight)
        for b in range(n):
            chains.extend(b)
        state = int(np.argmax(chains.lead[:, n]))
        at = int(chains.leader[state, n])
        if at < 0:
            return _Point(0, 0)
        return _Point(int(chains.spent[state, at]), int(chains.covered[state, at]))


class _Chains:
    """Best chains that end with each item: in row 0 no interval is cut, in row 1 one is."""

    def __init__(self, items: _Items, price: int, weight: int) -> None:
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
        top, at = self.lead[of, low] + weight * gain, int(self.leader[of, low])
        if low < b:
            joined = self.value[of, low:b] + weight * (end - items.end[low:b])
            a = int(np.argmax(joined))
            if joined[a] > top:
                top, at = joined[a], low + a
                gain = end - items.end[at]
        if top <= _WORST // 2:
            return
        self.value[state, b] = top - self.price * items.cost[b]
        self.covered[state, b] = gain + (self.covered[of, at] if at >= 0 else 0)
        self.spent[state, b] = items.cost[b] + (self.spent[of, at] if at >= 0 else 0)
