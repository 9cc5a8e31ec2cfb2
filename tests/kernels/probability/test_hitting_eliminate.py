from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels import hitting_solvers as hitting_eliminate
from partwise.kernels.hitting_solvers import Eliminated, visits


def exactly(rows, n):
    """Invert ``I - P`` by Gauss and Jordan in fractions."""
    table = [
        [Fraction(int(x == y)) - rows.get(x, {}).get(y, Fraction(0)) for y in range(n)]
        + [Fraction(int(x == y)) for y in range(n)]
        for x in range(n)
    ]
    for c in range(n):
        pivot = next(r for r in range(c, n) if table[r][c] != 0)
        table[c], table[pivot] = table[pivot], table[c]
        table[c] = [value / table[c][c] for value in table[c]]
        for r in range(n):
            if r != c:
                table[r] = [v - table[r][c] * w for v, w in zip(table[r], table[c], strict=True)]
    return [[float(value) for value in row[n:]] for row in table]


def eliminated(rows, leave):
    entries = [(x, y, float(p)) for x, row in rows.items() for y, p in row.items()]
    i, j, p = zip(*entries, strict=True) if entries else ((), (), ())
    return Eliminated(
        np.array(i, int), np.array(j, int), np.array(p, float), np.array(leave, float)
    )


@st.composite
def systems(draw, n=6):
    """Rows of eighths that sum to 7/8 at most: every state can leave."""
    rows = {}
    for x in range(n):
        others = st.integers(0, n - 1).filter(lambda y, x=x: y != x)
        eighths = draw(st.dictionaries(others, st.integers(1, 3), max_size=2))
        rows[x] = {y: Fraction(w, 8) for y, w in eighths.items()}
    return rows


@given(systems())
def test_both_equal_exact_elimination(rows):
    leave = [float(1 - sum(rows[x].values())) for x in range(6)]
    p = np.array([[float(rows[x].get(y, 0)) for y in range(6)] for x in range(6)])
    expected = np.array(exactly(rows, 6))

    assert visits(p, np.array(leave)) == pytest.approx(expected, rel=1e-14)
    assert eliminated(rows, leave).solve(np.eye(6)) == pytest.approx(expected, rel=1e-14)


def test_chains_side_by_side_do_not_know_of_each_other():
    rng = np.random.default_rng(0)
    p = rng.random((7, 9, 9))
    p *= 0.9 / p.sum(axis=2, keepdims=True)
    leave = rng.random((7, 9)) * 0.1
    every = visits(p, leave)
    for at in range(7):
        assert (visits(p[at : at + 1], leave[at : at + 1])[0] == every[at]).all()
        assert every[at] == pytest.approx(visits(p[at], leave[at]), rel=1e-13)


def test_the_walk_may_be_of_any_length():
    # 1e-30 is lost beside 1, so only what is given as leaving can tell: 1e30 visits of each
    p = np.array([[0, 1.0], [1.0, 0]])
    leave = np.array([1e-30, 0])

    assert visits(p, leave) == pytest.approx(np.full((2, 2), 1e30), rel=1e-14)
    both = eliminated({0: {1: 1.0}, 1: {0: 1.0}}, leave)
    assert both.solve(np.eye(2)) == pytest.approx(np.full((2, 2), 1e30), rel=1e-14)


def test_a_way_out_too_small_to_be_told_is_none():
    assert visits(np.zeros((1, 1)), np.zeros(1)).tolist() == [[0]]
    assert eliminated({}, [0.0]).solve(np.eye(1)).tolist() == [[0]]


def gambler(n):
    """Half a step up, half a step down; both ends leave."""
    rows = {x: {y: 0.5 for y in (x - 1, x + 1) if 0 <= y < n} for x in range(n)}
    return eliminated(rows, [0.5] + [0.0] * (n - 2) + [0.5])


def test_a_long_thin_chain_keeps_its_digits():
    # leaving below is visiting the bottom and half of it: (n - x) / (n + 1), to the last state
    n = 1500
    below = np.zeros((n, 1))
    below[0] = 0.5

    assert gambler(n).solve(below)[:, 0] == pytest.approx((n - np.arange(n)) / (n + 1), rel=1e-12)


@pytest.mark.parametrize("limit", ["MOST_WORK", "MOST_ENTRIES"])
def test_too_dense_says_so(monkeypatch, limit):
    monkeypatch.setattr(hitting_eliminate, limit, 10)
    with pytest.raises(ArithmeticError, match="300 states are too densely connected"):
        gambler(300)


def test_a_system_alone_has_the_bits_that_it_has_beside_another():
    random = np.random.default_rng(5)
    n = 30
    i, j = (cells.ravel() for cells in np.indices((n, n)))
    p = random.random(n * n) / n
    leave = 1 - np.bincount(i, weights=p, minlength=n)
    b = random.random((n, 2))
    found = Eliminated(i, j, p, leave)

    assert (found.solve(b[:, :1]) == found.solve(b)[:, :1]).all()
