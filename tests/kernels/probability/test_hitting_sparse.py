from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.probability import hitting_sparse
from partwise.kernels.probability.hitting_sparse import solve_sparse


def solve(rows, b):
    entries = [(x, y, float(p)) for x, row in rows.items() for y, p in row.items()]
    i, j, p = zip(*entries, strict=True) if entries else ((), (), ())
    given = np.array(i, np.int64), np.array(j, np.int64), np.array(p, float)
    return solve_sparse(*given, np.array([float(x) for x in b]))


def exactly(rows, b):
    """Solve ``x = P x + b`` by Gauss and Jordan in fractions."""
    n = len(b)
    table = [
        [Fraction(int(x == y)) - rows.get(x, {}).get(y, Fraction(0)) for y in range(n)]
        + [Fraction(b[x])]
        for x in range(n)
    ]
    for c in range(n):
        pivot = next(r for r in range(c, n) if table[r][c] != 0)
        table[c], table[pivot] = table[pivot], table[c]
        table[c] = [value / table[c][c] for value in table[c]]
        for r in range(n):
            if r != c:
                table[r] = [v - table[r][c] * w for v, w in zip(table[r], table[c], strict=True)]
    return [float(row[-1]) for row in table]


@pytest.fixture(params=["either", "eliminated"])
def way(request, monkeypatch):
    """Solve with the better of both ways, or by elimination alone."""
    if request.param == "eliminated":
        monkeypatch.setattr(hitting_sparse, "ENOUGH", 0.0)


@pytest.mark.usefixtures("way")
def test_by_hand():
    # x0 = x1 / 2, x1 = x0 / 4 + 1/2: x0 = 2/7, x1 = 4/7
    assert solve({0: {1: 0.5}, 1: {0: 0.25}}, [0, 0.5]) == pytest.approx([2 / 7, 4 / 7], abs=1e-15)


@pytest.mark.usefixtures("way")
def test_a_state_that_may_stay():
    # x0 = x0 / 2 + 1/4
    assert solve({0: {0: 0.5}}, [0.25]) == pytest.approx([0.5], abs=1e-15)


@pytest.mark.usefixtures("way")
def test_without_steps_the_goal_is_the_answer():
    assert solve({}, [0.25, 0, 1]).tolist() == [0.25, 0, 1]
    assert solve({0: {1: 0.5}}, [0, 0]).tolist() == [0, 0]


@pytest.mark.usefixtures("way")
def test_steps_given_in_pieces_add_up():
    i, j, p = np.array([0, 0]), np.array([1, 1]), np.array([0.25, 0.5])

    assert solve_sparse(i, j, p, np.array([0, 0.5])).tolist() == pytest.approx([0.375, 0.5])


@st.composite
def systems(draw, n=6):
    """Rows of eighths that sum to 7/8 at most, goal included: every state can leave."""
    rows, b = {}, []
    for x in range(n):
        eighths = draw(st.dictionaries(st.integers(0, n - 1), st.integers(1, 3), max_size=2))
        rows[x] = {y: Fraction(w, 8) for y, w in eighths.items()}
        b.append(Fraction(draw(st.integers(0, 7 - sum(eighths.values()))), 8))
    return rows, b


@given(systems(), st.sampled_from([0.0, hitting_sparse.ENOUGH]))
def test_both_ways_equal_exact_elimination(system, enough):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hitting_sparse, "ENOUGH", enough)
        assert solve(*system) == pytest.approx(exactly(*system), abs=1e-12)


def gambler(n):
    """Half a step up, half a step down; the top leaves, the bottom reaches the goal."""
    rows = {x: {y: 0.5 for y in (x - 1, x + 1) if 0 <= y < n} for x in range(n)}
    return rows, [0.5] + [0.0] * (n - 1)


def test_a_long_thin_chain_keeps_its_digits():
    # the gambler's chance from x is (n - x) / (n + 1), down to the last state
    n = 1500
    assert solve(*gambler(n)) == pytest.approx((n - np.arange(n)) / (n + 1), rel=1e-9)


def test_a_well_connected_site_needs_no_elimination(monkeypatch):
    rng = np.random.default_rng(3)
    n = 800
    rows = {x: dict.fromkeys(rng.integers(0, n, 6).tolist(), 0.15) for x in range(n)}
    dense = np.eye(n)
    for x, row in rows.items():
        dense[x, list(row)] -= 0.15
    b = np.where(np.arange(n) % 7 == 0, 0.1, 0.0)
    monkeypatch.setattr(hitting_sparse, "MOST_ENTRIES", 0)  # elimination would now fail

    assert solve(rows, b) == pytest.approx(np.linalg.solve(dense, b), abs=1e-12)


def test_too_dense_to_eliminate_says_so(monkeypatch):
    monkeypatch.setattr(hitting_sparse, "MOST_ENTRIES", 10)
    monkeypatch.setattr(hitting_sparse, "ENOUGH", 0.0)
    with pytest.raises(ArithmeticError, match="300 states are too densely connected"):
        solve(*gambler(300))
