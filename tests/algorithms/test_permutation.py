from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from partwise.statistics import paired_tests as permutation
from partwise.statistics.paired_tests import EXACT, sign_flip_p


def enumerated(values):
    """Every sign pattern, one after the other, in exact arithmetic (the values are integers)."""
    observed = abs(sum(values))
    patterns = list(itertools.product((-1, 1), repeat=len(values)))
    reached = sum(
        abs(sum(s * v for s, v in zip(p, values, strict=True))) >= observed for p in patterns
    )
    return reached / len(patterns)


def test_by_hand():
    # |1 + 2| = 3 is reached by ++ and --, not by +- and -+
    assert sign_flip_p(np.array([[1.0], [2.0]])) == 0.5


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=10))
def test_equals_enumeration(values):
    # tenths: sums that are equal in exact arithmetic differ in the last bits
    p = sign_flip_p(np.array(values, float)[:, None] / 10)

    assert p == enumerated(values)


def test_equals_scipy_where_exact():
    values = np.random.default_rng(1).normal(0.4, 1, (9, 3))

    def statistic(x, axis):
        return np.sum(x, axis=axis)

    for column, p in zip(values.T, sign_flip_p(values), strict=True):
        theirs = stats.permutation_test((column,), statistic, permutation_type="samples").pvalue
        assert p == pytest.approx(theirs, rel=1e-12)


def test_sampled_is_close_to_exact_and_never_zero():
    values = np.random.default_rng(2).normal(0.3, 1, (EXACT + 4, 1))
    patterns = np.arange(2 ** values.shape[0])[:, None] >> np.arange(values.shape[0])
    sums = np.abs((1 - 2 * (patterns & 1)) @ values[:, 0])
    exact = np.mean(sums >= abs(values.sum()) - 1e-12)

    sampled = sign_flip_p(values, flips=20_000)[0]

    assert abs(sampled - exact) < 4 * np.sqrt(exact * (1 - exact) / 20_000)
    assert sign_flip_p(np.ones((60, 1)), flips=1_000) == 1 / 1_001


def test_a_comparison_does_not_depend_on_the_others():
    values = np.random.default_rng(3).normal(0.1, 1, (40, 5))
    values[[3, 7], 2] = np.nan

    together = sign_flip_p(values, flips=2_500, seed=9)

    alone = [sign_flip_p(values[:, [c]], flips=2_500, seed=9)[0] for c in range(5)]
    assert together.tolist() == alone


def test_nothing_changed_and_nothing_paired():
    block = np.array([[0.0, np.nan, 0.5], [0.0, np.nan, np.nan]])

    p = sign_flip_p(block)

    assert p[0] == 1.0
    assert np.isnan(p[1])
    assert p[2] == 1.0  # one topic: both patterns reach


@pytest.mark.parametrize("n", [12, 30])
def test_false_alarms_are_no_more_than_promised(n):
    null = np.random.default_rng(4).standard_t(3, (n, 2_000))

    share = np.mean(sign_flip_p(null, flips=2_000) <= 0.05)

    assert share <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2_000)


def test_large_topic_sets_are_flipped_in_small_blocks(monkeypatch):
    values = np.random.default_rng(1).normal(0.02, 1, (600, 3))
    whole = sign_flip_p(values, flips=700)
    monkeypatch.setattr(permutation, "_CELLS", 20_000)

    assert sign_flip_p(values, flips=700).tolist() == whole.tolist()


@pytest.mark.parametrize(("cells", "rows"), [(5_000_000, 1_000), (63, 3), (1, 1)])
def test_a_seed_means_the_same_patterns_for_ever(monkeypatch, cells, rows):
    """A thousand at once, or as many as fit into the cells: 21 topics are drawn by the byte."""
    values = np.arange(-6.0, 15.0)[:, None]
    random, flips = np.random.default_rng(7), 1_500
    sizes = [min(rows, flips - first) for first in range(0, flips, rows)]
    signs = np.concatenate([1 - 2 * random.integers(0, 2, (n, 21), np.int8) for n in sizes])
    monkeypatch.setattr(permutation, "_CELLS", cells)

    reached = np.sum(np.abs(signs @ values) >= values.sum())
    assert sign_flip_p(values, flips=flips, seed=7) == (1 + reached) / (1 + flips)


def test_as_many_as_are_enumerated():
    # all gains: only the pattern itself and its mirror image reach the sum
    assert sign_flip_p(np.ones((EXACT, 1))) == 2 / 2**EXACT
