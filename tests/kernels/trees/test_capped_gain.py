"""Budgets worked by hand; see also test_near_misses.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.trees import EPSILON, cap_gains


def spent(worth, holder, first, last, budget, norm="bounded"):
    whole = [np.array(x, np.int64) for x in (holder, first, last)]
    gain, touches = cap_gains(np.array(worth, float), *whole, np.array(budget, float), norm=norm)
    return gain.tolist(), touches.tolist()


def test_the_largest_remainder_pays_first():
    # .3 comes from the second budget (.5), the next .5 is all that the two have left
    gain, touches = spent([0.3, 0.75], [-1, -1], [0, 0], [2, 2], [0.25, 0.5])

    assert gain == pytest.approx([0.3, 0.45])
    assert touches == [True, True]


def test_equal_remainders_pay_in_document_order():
    # the first result takes .5 from the first budget, so its holder has nothing left
    assert spent([0.5, 0.5], [-1, 0], [0, 0], [2, 0], [0.5, 0.5])[0] == [0.5, 0.0]


def test_literal_does_not_charge_results_around_ideals():
    assert spent([0.5, 0.5], [-1, 0], [0, 0], [1, 0], [0.5], "literal")[0] == [0.5, 0.5]
    assert spent([0.5, 0.5], [0, -1], [0, 0], [0, 1], [0.5], "literal")[0] == [0.5, 0.0]


def test_none_ignores_budgets():
    gain, touches = spent([0.5, 0.5, 0.1], [0, 0, -1], [0, 0, 0], [0, 0, 0], [0.5], "none")

    assert gain == [0.5, 0.5, 0.1]
    assert touches == [True, False, False]


def test_rounding_is_no_gain():
    # 1 - .9 - .1 leaves 2.8e-17 in floating point
    assert spent([0.9, 0.1, 0.9], [0, 0, 0], [0] * 3, [0] * 3, [1.0])[0][2] == 0.0


def test_a_row_without_a_family_gains_nothing_where_budgets_count():
    assert spent([0.5], [-1], [1], [1], [0.5, 0.5]) == ([0.0], [False])
    assert spent([0.5], [-1], [1], [1], [0.5, 0.5], "literal") == ([0.0], [False])


def test_touching_goes_from_the_largest_budget_to_the_next():
    # literal leaves the budgets whole: .75 is touched first, then .5, then nothing is new
    gain, touches = spent([0.1] * 3, [-1] * 3, [1] * 3, [3] * 3, [0.9, 0.5, 0.75], "literal")

    assert gain == [0.1] * 3
    assert touches == [True, True, False]


def test_a_holder_touched_by_a_neighbour_is_not_new():
    # the first row touches budget 1, the largest of both; its holder comes too late
    assert spent([0.1, 0.1], [-1, 1], [0, 0], [2, 0], [0.5, 0.75])[1] == [True, False]
    assert spent([0.1, 0.1], [-1, 0], [0, 0], [2, 0], [0.5, 0.75])[1] == [True, True]


def test_no_rows_and_no_budgets():
    assert spent([], [], [], [], []) == ([], [])


EIGHTHS = st.integers(0, 8).map(lambda n: n / 8)
ROWS = st.tuples(EIGHTHS, st.integers(-1, 3), st.integers(0, 4), st.integers(0, 4))


@given(st.lists(ROWS, max_size=10), st.lists(EIGHTHS, min_size=4, max_size=4))
def test_budgets_are_spent_to_the_last_eighth(rows, budget):
    # eighths add up exactly, so what is gained and what is left must be the budget
    rows = [(w, holder, min(a, b), max(a, b)) for w, holder, a, b in rows]
    gain, _ = spent(*(zip(*rows, strict=True) if rows else ([],) * 4), budget)

    left = list(budget)
    for (worth, holder, low, high), got in zip(rows, gain, strict=True):
        family = [holder] if holder >= 0 else list(range(low, high))
        owed = min(worth, sum(left[b] for b in family))
        assert got == owed
        while owed > 0:
            richest = max(family, key=lambda b: (left[b], -b))
            taken = min(owed, left[richest])
            left[richest] -= taken
            owed -= taken


def test_what_one_budget_cannot_pay_the_largest_pays_first():
    # .5 of the second and .1 of the first, which has .15 left for its holder
    gain, _ = spent([0.6, 0.2, 0.2], [-1, 0, 1], [0] * 3, [2, 0, 0], [0.25, 0.5])

    assert gain == pytest.approx([0.6, 0.25 - 0.1, 0])


def test_the_largest_pays_what_the_smallest_could_pay():
    # .2 of the second budget, so that the first has all that its holder wants
    assert spent([0.2, 0.25], [-1, 0], [0, 0], [2, 0], [0.25, 0.5])[0] == [0.2, 0.25]


def test_the_least_gain():
    assert spent([EPSILON], [0], [0], [0], [1.0]) == ([EPSILON], [True])
    assert spent([EPSILON], [-1], [0], [1], [1.0]) == ([EPSILON], [True])
    assert spent([EPSILON / 2], [0], [0], [0], [1.0]) == ([0.0], [False])


def test_what_gains_nothing_touches_nothing():
    gain, touches = spent([0.5, 0.5, 0.5, 0.5], [0, 0, -1, 1], [0] * 4, [0, 0, 1, 0], [0.5, 0.0])

    assert gain == [0.5, 0, 0, 0]
    assert touches == [True, False, False, False]
