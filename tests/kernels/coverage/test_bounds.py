"""The bound by prices, on the worked example of eight chunks."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from tests.kernels.coverage.worlds import World

from partwise.kernels.coverage_budgets import Offers, _CutItems, most_at_any_price, most_for_budget


def ints(*values):
    return np.array(values, np.int64)


@pytest.fixture
def offers():
    # A[10,30) A[60,70) B[0,50) on the line 0..20, 20..30, 30..80; documents at 0 and 200
    size = ints(40, 35, 40, 20, 20, 18)
    return Offers(
        ints(0, 20, 20, 30, 45, 60),
        ints(20, 25, 30, 50, 65, 78),
        size,
        size,
        ints(0, 30, 60, 200, 215, 230),
        ints(0, 20, 30),
        ints(10, 60, 200),
    )


def test_worked_values(offers):
    assert [most_for_budget(offers, n) for n in (30, 60, 75, 100)] == [30, 50, 58, 70]
    assert [most_at_any_price(offers, n) for n in (30, 60, 75, 100)] == [30, 54, 61, 74]


def test_everything_is_the_bound_where_it_can_be_paid(offers):
    # 0 to 50 and 45 to 78 of the line
    assert [most_at_any_price(offers, n) for n in (0, 138, 173, 10**6)] == [0, 78, 78, 78]


def choices(offers):
    """Cost and coverage of every choice: some intervals, and the beginning of one more."""
    rows = range(offers.start.size)
    cut = [(0, 0, 0)]
    for row in rows:
        for begin, until, lead in zip(*offers.beginnings(row), strict=True):
            price = (lead + until - begin) * offers.cost[row] // offers.size[row]
            cut.append((int(offers.start[row]), int(until), int(price)))
    for n in range(len(rows) + 1):
        for some in combinations(rows, n):
            chosen = {x for row in some for x in range(offers.start[row], offers.end[row])}
            paid = sum(int(offers.cost[row]) for row in some)
            for low, high, price in cut:
                yield paid + price, len(chosen | {*range(low, high)})


WORLDS = [(seed, n, tokens) for seed in range(12) for n in (1, 3, 4) for tokens in (False, True)]


@pytest.mark.parametrize(("seed", "n", "tokens"), WORLDS)
def test_the_best_choice_at_a_price(seed, n, tokens):
    offers = World(seed, n).offers(tokens=tokens)
    if not offers.start.size:
        return
    points, items = {*choices(offers)}, _CutItems(offers)
    for price, weight in ((0, 1), (1, 1), (1, 2), (2, 3), (5, 4), (100, 1)):
        found = items.best(price, weight)
        best = max(weight * covered - price * cost for cost, covered in points)
        assert weight * found.covered - price * found.cost == best
        assert found in points

    def hull(budget):
        most = max(covered for _, covered in points)
        cheap = [point for point in points if point[0] <= budget]
        reached = max(covered for _, covered in cheap)
        return most if reached == most else max(
            y + Fraction((v - y) * (budget - x), u - x)
            for x, y in cheap for u, v in points - {*cheap}
        )  # fmt: skip

    for budget in (1, 2, 3, 5, 8, 13, 21, 34, 55):
        assert most_at_any_price(offers, budget) == int(hull(budget))
