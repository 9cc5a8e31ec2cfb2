from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.recall_levels import n_levels, reaches, weighted

COUNTS = st.lists(
    st.tuples(st.integers(0, 10**12), st.integers(0, 10**12), st.integers(1, 10**12)), max_size=5
)
DECIMALS = st.sampled_from(["0.0", "0.3", "0.01", "0.7", "1.0", "0.12345678901234567"])


def columns(rows):
    return [np.array([row[i] for row in rows], np.int64) for i in range(3)]


@given(COUNTS, DECIMALS, DECIMALS)
def test_levels_are_compared_as_fractions(rows, tolerance, level):
    fresh, again, total = columns(rows)
    count, unit = weighted(fresh, again, Fraction(tolerance))

    recall = [(f + Fraction(tolerance) * a) / t for f, a, t in rows]
    found = reaches(count, total, unit, Fraction(level))
    assert found.tolist() == [r >= Fraction(level) for r in recall]


@given(COUNTS, DECIMALS, st.integers(2, 101))
def test_levels_reached_are_counted(rows, tolerance, points):
    fresh, again, total = columns(rows)
    count, unit = weighted(fresh, again, Fraction(tolerance))

    recall = [(f + Fraction(tolerance) * a) / t for f, a, t in rows]
    wanted = [sum(r >= Fraction(i, points - 1) for i in range(points)) for r in recall]
    assert n_levels(count, total, unit, points).tolist() == wanted


def test_three_tenths_reach_their_level():
    # As floats 3 * 0.1 > 0.3 and 0.7 * 10 < 7: exactly the cases that must not matter.
    ten = np.full(11, 10)
    for i in range(11):
        level = Fraction(repr(i / 10))
        assert reaches(np.arange(11), ten, 1, level).tolist() == [j >= i for j in range(11)]
