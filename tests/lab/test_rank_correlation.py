from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from partwise.lab.correlate import (
    EXACT,
    kendall,
    oriented,
    permutation_p,
    tau_ap,
    weighted_tau,
)

small = st.lists(st.integers(0, 3), min_size=2, max_size=5)


def by_the_formula(walked, reference):
    """Yilmaz, Aslam and Robertson's sum, for rankings given as lists of names, best first."""
    n = len(walked)
    total = 0.0
    for i in range(2, n + 1):
        here = walked[i - 1]
        right = sum(reference.index(a) < reference.index(here) for a in walked[: i - 1])
        total += right / (i - 1)
    return 2 / (n - 1) * total - 1


def ways_to_break_ties(values):
    """Every ranking (list of names, best first) that the values allow."""
    groups = [
        [name for name, v in enumerate(values) if v == value]
        for value in sorted(set(values), reverse=True)
    ]
    for parts in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield [name for part in parts for name in part]


def test_tau_ap_by_hand():
    # walked b a c, reference a b c: rank 2 has 0 of 1 right, rank 3 has 2 of 2
    assert tau_ap(np.array([2.0, 3.0, 1.0]), np.array([3.0, 2.0, 1.0])) == 2 / 2 * (0 + 1) - 1


@given(st.permutations(range(7)), st.permutations(range(7)))
def test_tau_ap_is_the_papers_sum(walked, reference):
    x, y = np.empty(7), np.empty(7)
    x[walked], y[reference] = np.arange(7, 0, -1), np.arange(7, 0, -1)

    assert tau_ap(x, y) == pytest.approx(by_the_formula(walked, reference), abs=1e-12)


@given(st.data(), st.integers(2, 5))
def test_tau_ap_with_ties_is_the_mean_over_all_ways_to_break_them(data, n):
    values = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    x, y = data.draw(values), data.draw(values)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert np.isnan(tau_ap(np.array(x, float), np.array(y, float)))
        return
    every = [by_the_formula(a, b) for a in ways_to_break_ties(x) for b in ways_to_break_ties(y)]

    assert tau_ap(np.array(x, float), np.array(y, float)) == pytest.approx(
        np.mean(every), abs=1e-12
    )


def test_kendall_by_hand():
    # 1 2 3 4 against 1 2 4 3: five of six pairs agree
    tau, p = kendall(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 4, 3]))

    assert tau == pytest.approx(4 / 6)
    assert p == pytest.approx(8 / 24)  # 4 orders have at most one pair wrong, 4 at most one right
    assert np.isnan(kendall(np.ones(4), np.arange(4.0))).all()


@given(small, st.randoms(use_true_random=False))
def test_p_values_by_enumeration(x, random):
    y = [random.randint(0, 3) for _ in x]
    if len(set(x)) == 1 or len(set(y)) == 1:
        return
    x, y = np.array(x, float), np.array(y, float)
    orders = [np.array(o) for o in itertools.permutations(range(x.size))]

    p_ap, p_weighted = permutation_p(x, y)

    ap = np.abs([tau_ap(x, y[o]) for o in orders])
    weighted = np.abs([stats.weightedtau(x, y[o]).statistic for o in orders])
    assert p_ap == np.mean(ap >= abs(tau_ap(x, y)) - 1e-12)
    assert p_weighted == np.mean(weighted >= abs(weighted_tau(x, y)) - 1e-12)


def test_sampled_p_values():
    random = np.random.default_rng(0)
    x = random.random(EXACT + 5)

    assert max(permutation_p(x, x, permutations=999)) == 1 / 1_000
    assert min(permutation_p(x, random.permuted(x))) > 0.01
    assert permutation_p(x, np.round(x, 1), seed=3) == permutation_p(x, np.round(x, 1), seed=3)


def test_orientation_and_rounding():
    means = np.array([0.1 + 0.2, 0.3, 0.5, np.nan])

    up, down = oriented(means, "higher"), oriented(means, "lower")

    assert up[0] == up[1] < up[2]
    assert down[0] == down[1] > down[2]
    assert np.isnan(up[3])
    assert oriented(np.zeros(3), "lower").tolist() == [0, 0, 0]
