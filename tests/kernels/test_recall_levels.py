from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import ParameterError
from partwise.kernels.ranked import (
    check_level,
    floor_levels,
    n_levels,
    reaches,
    reaches_floor,
    rounded_count,
    weighted,
)

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


def test_a_level_of_nothing_is_refused():
    for cutoff in (0.0, -0.5):
        with pytest.raises(ParameterError, match="a recall level above 0"):
            check_level("P", cutoff)
    for cutoff in (0.1, 1.0, 0, "r", None):
        check_level("P", cutoff)


def test_products_beyond_64_bits():
    small, large = np.array([1, 1]), np.array([1, 2**61])

    assert reaches(large, small, 1, Fraction(1, 100)).tolist() == [True, True]
    assert reaches(small, large, 1, Fraction(4, 5)).tolist() == [True, False]
    assert n_levels(large, large, 1, 101).tolist() == [101, 101]
    assert n_levels(small, large, 8, 101).tolist() == [13, 1]
    assert weighted(large, small, Fraction(1, 8))[0].tolist() == [9, 2**64 + 1]
    assert weighted(small, large, Fraction(7, 8))[0].tolist() == [15, 8 + 7 * 2**61]


def test_levels_rounded_down_in_doubles():
    # 100 * (29 / 50) is 57.99999999999999
    count, total = np.array([29, 30, 50, 0]), np.full(4, 50)

    assert floor_levels(count, total, 1, 101).tolist() == [58, 61, 101, 1]
    assert n_levels(count, total, 1, 101).tolist() == [59, 61, 101, 1]
    assert reaches_floor(count, total, 1, Fraction("0.58"), 101).tolist() == [
        False,
        True,
        True,
        False,
    ]
    assert reaches_floor(count, total, 1, Fraction("0.575"), 101).tolist()[0] is False
    assert reaches_floor(count, total, 1, Fraction("0.6"), 101).tolist() == [
        False,
        True,
        True,
        False,
    ]
    assert floor_levels(2 * count, total, 2, 101).tolist() == [58, 61, 101, 1]


def test_thirteen_fractions_fall_below_their_level():
    fallen = {
        Fraction(a, b)
        for b in range(1, 400)
        for a in range(b + 1)
        if int(100 * (a / b)) != 100 * a // b
    }
    for share in fallen:
        count, total = np.array([share.numerator]), np.array([share.denominator])
        assert floor_levels(count, total, 1, 101)[0] == n_levels(count, total, 1, 101)[0] - 1


def test_counts_of_trec_eval():
    total = np.array([3, 10, 23, 5])

    assert rounded_count(Fraction("0.35"), total, "trec_eval9").tolist() == [1, 4, 8, 2]
    # 0.72, 2.4, 5.52 and 1.2: added 0.9 goes up from a tenth on, rounding from a half on
    assert rounded_count(Fraction("0.24"), total, "trec_eval9").tolist() == [1, 3, 6, 2]
    assert rounded_count(Fraction("0.24"), total, "trec_eval10").tolist() == [1, 2, 6, 1]
    assert rounded_count(Fraction("0.5"), total, "trec_eval10").tolist() == [2, 5, 12, 3]
    assert rounded_count(Fraction("0.7"), np.array([23]), "trec_eval9").tolist() == [16]
