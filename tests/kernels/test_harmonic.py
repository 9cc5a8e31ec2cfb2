from __future__ import annotations

from fractions import Fraction
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.intervals import harmonic_difference, precision_along


def column(values):
    return np.array(list(values), np.int64)


def test_by_hand():
    # 1/2 + 1/3, nothing, and 1
    found = harmonic_difference(column([1, 7, 0]), column([3, 7, 1]))

    assert found.tolist() == pytest.approx([5 / 6, 0, 1], abs=1e-15)


@pytest.mark.parametrize(("a", "b"), [(31, 32), (31, 33), (32, 33), (0, 32), (0, 33), (33, 40)])
def test_where_the_table_ends(a, b):
    exact = sum(Fraction(1, j) for j in range(a + 1, b + 1))

    assert harmonic_difference(column([a]), column([b]))[0] == pytest.approx(
        float(exact), rel=6e-15, abs=0
    )


@given(st.integers(0, 10**6), st.integers(0, 5000))
def test_harmonic_difference_keeps_its_digits(a, m):
    found = float(harmonic_difference(column([a]), column([a + m]))[0])
    exact = float(fsum(1 / j for j in range(a + 1, a + m + 1)))
    if m <= 300:
        exact = float(sum((Fraction(1, j) for j in range(a + 1, a + m + 1)), Fraction(0)))
    assert found == pytest.approx(exact, rel=6e-15, abs=0)


def test_precision_along_by_hand():
    # after 5 characters, 2 of them hits, two more hits: 3/6 and 4/7
    assert precision_along(column([2]), column([3]), column([5])) == pytest.approx([3 / 6 + 4 / 7])
    # at the beginning every hit has precision 1, and without a hit there is no sum
    assert precision_along(column([4, 0]), column([0, 3]), column([0, 9])).tolist() == [4, 0]


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 60))
def test_precision_along_equals_the_sum(hits, missed, m):
    exact = sum((Fraction(hits + t, hits + missed + t) for t in range(1, m + 1)), Fraction(0))

    found = precision_along(column([m]), column([missed]), column([hits + missed]))
    assert found[0] == pytest.approx(float(exact), rel=1e-12)
