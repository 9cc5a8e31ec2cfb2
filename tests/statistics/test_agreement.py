"""Coefficients of agreement, by hand and against counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.statistics.agreement import Ratings, alpha, jaccard, kappa


def ratings(*columns, weight=None, complete=True):
    said = np.array(columns, np.int8).T
    weight = np.ones(len(said), np.int64) if weight is None else np.array(weight, np.int64)
    return Ratings(said, weight, complete=complete)


def test_by_hand():
    # units 1 to 5, one rater says yes to {1, 2}, the other to {2, 3}
    said = ratings([1, 1, 0, 0, 0], [0, 1, 1, 0, 0])
    assert jaccard(said, 0, 1) == pytest.approx(1 / 3)
    assert kappa(said, 0, 1) == pytest.approx(1 / 6)
    assert alpha(said) == pytest.approx(1 / 4)


def test_undefined():
    none = ratings([0, 0], [0, 0])
    assert isnan(jaccard(none, 0, 1))
    assert isnan(kappa(none, 0, 1))
    assert isnan(alpha(none))
    assert isnan(alpha(ratings([1], [0])))
    assert isnan(kappa(ratings([1, 0], [0, 1], complete=False), 0, 1))
    assert jaccard(ratings([1, 0], [1, 1], complete=False), 0, 1) == 0.5
    assert isnan(kappa(ratings([-1, 1], [1, -1]), 0, 1))


def test_perfect_and_worst():
    assert kappa(ratings([1, 0, 1], [1, 0, 1]), 0, 1) == 1
    assert alpha(ratings([1, 0, 1], [1, 0, 1])) == 1
    assert kappa(ratings([1, 0], [0, 1]), 0, 1) == -1


CELLS = st.lists(
    st.tuples(st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=3), st.integers(1, 3)),
    min_size=1,
    max_size=8,
)


def slow_alpha(units):
    """Krippendorff's alpha from its coincidences, value by value."""
    units = [[v for v in unit if v >= 0] for unit in units]
    units = [unit for unit in units if len(unit) > 1]
    values = [v for unit in units for v in unit]
    n = len(values)
    if len(units) < 2 or len(set(values)) < 2:
        return None
    observed = sum(
        Fraction(sum(a != b for a, b in permutations(unit, 2)), len(unit) - 1) for unit in units
    )
    expected = sum(a != b for a, b in permutations(values, 2))
    return 1 - Fraction(observed, n) / Fraction(expected, n * (n - 1))


@given(CELLS)
def test_alpha_counts_coincidences(cells):
    units = [unit for unit, weight in cells for _ in range(weight)]
    wanted = slow_alpha(units)
    found = alpha(
        Ratings(np.array([c for c, _ in cells], np.int8), np.array([w for _, w in cells]))
    )
    assert isnan(found) if wanted is None else found == pytest.approx(float(wanted))


@given(CELLS)
def test_pairs_count_units(cells):
    said = Ratings(np.array([c for c, _ in cells], np.int8), np.array([w for _, w in cells]))
    units = [(c[0], c[1]) for c, w in cells for _ in range(w) if c[0] >= 0 and c[1] >= 0]
    either = sum(a + b > 0 for a, b in units)
    both = sum(a * b for a, b in units)
    if either:
        assert jaccard(said, 0, 1) == both / either
    if units:
        n = len(units)
        agreed = Fraction(sum(a == b for a, b in units), n)
        one, other = (Fraction(sum(u[i] for u in units), n) for i in (0, 1))
        chance = one * other + (1 - one) * (1 - other)
        found = kappa(said, 0, 1)
        assert (
            isnan(found)
            if chance == 1
            else found == pytest.approx(float((agreed - chance) / (1 - chance)))
        )


def test_two_units_are_enough_for_alpha():
    # no two raters differ on a unit, and both values occur
    assert alpha(ratings([1, 0], [1, 0])) == 1
    # of four ratings three are yes: observed 2 / 4, expected 2 * 3 * 1 / (4 * 3), which is as much
    assert alpha(ratings([1, 1], [1, 0])) == 0
