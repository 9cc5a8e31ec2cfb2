from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow

from partwise.kernels.probability import hitting
from partwise.kernels.probability.hitting import hitting_probabilities


def solve(rows, n, goal):
    pairs = [(x, y, float(p)) for x, row in rows.items() for y, p in row.items()]
    x, y, p = zip(*pairs, strict=True) if pairs else ((), (), ())
    return hitting_probabilities(
        np.array(x, np.int64), np.array(y, np.int64), np.array(p, float), n, goal
    )


def test_figure_two_of_the_prum_paper():
    # x -> y .5, x -> z .3, y -> z .8, z -> y .12
    x, y, z = 0, 1, 2
    rows = {x: {y: 0.5, z: 0.3}, y: {z: 0.8}, z: {y: 0.12}}

    assert solve(rows, 3, y)[x] == pytest.approx(0.536)
    assert solve(rows, 3, z)[x] == pytest.approx(0.7)


def test_a_closed_circle_that_cannot_get_there_counts_nothing():
    # 1 and 2 step to each other for ever; the goal is 3
    rows = {0: {1: 0.5, 3: 0.5}, 1: {2: 1.0}, 2: {1: 1.0}}

    assert solve(rows, 4, 3).tolist() == [0.5, 0, 0, 1]


def test_a_step_to_oneself_is_leaving():
    assert solve({0: {0: 0.5, 1: 0.5}}, 2, 1)[0] == 0.5


def test_rows_above_one_are_scaled_to_one():
    rows = {0: {1: 0.63, 2: 0.42}}

    assert solve(rows, 3, 1)[0] == pytest.approx(0.63 / 1.05)


def test_without_steps_only_the_goal_is_there():
    assert solve({}, 3, 2).tolist() == [0, 0, 1]


@st.composite
def chains(draw, n=6):
    rows = {}
    for x in range(n):
        row = draw(st.dictionaries(st.integers(0, n - 1), st.integers(1, 5), max_size=3))
        total = sum(row.values()) + draw(st.integers(0, 2))
        rows[x] = {y: Fraction(w, total) for y, w in row.items()}
    return rows


@pytest.mark.parametrize("dense", [True, False])
@given(chains(), st.integers(0, 5))
def test_equals_exact_elimination(dense, rows, goal):
    expected = slow.visits(rows, goal)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hitting, "DENSE", 1024 if dense else 0)
        got = solve(rows, 6, goal)

    assert got == pytest.approx([float(expected.get(x, 0)) for x in range(6)], abs=1e-12)


def walk(n):
    return {x: {y: 0.5 for y in (x - 1, x + 1) if 0 <= y < n} for x in range(n)}


def test_a_long_thin_chain_is_eliminated():
    # A random walk that leaves at the far end: chance (n - x) / n to come home.
    n = 1500
    assert solve(walk(n), n, 0) == pytest.approx((n - np.arange(n)) / n, rel=1e-9)


def test_agrees_with_simulated_walks():
    rows = {0: {1: 0.5, 2: 0.3}, 1: {2: 0.6, 0: 0.3}, 2: {1: 0.2, 3: 0.3}, 3: {0: 0.5}}
    table = np.zeros((5, 5))  # state 4: left for good
    for x, row in rows.items():
        for y, p in row.items():
            table[x, y] = p
    table[:, 4] = 1 - table.sum(axis=1)
    rng = np.random.default_rng(2)
    n = 20_000
    at, visited = np.zeros(n, int), np.zeros(n, bool)
    for _ in range(60):
        visited |= at == 3
        at = (rng.random(n)[:, None] > np.cumsum(table[at], axis=1)).sum(axis=1)
    value = solve(rows, 4, 3)[0]

    assert abs(value - visited.mean()) < 4 * visited.std() / np.sqrt(n)
