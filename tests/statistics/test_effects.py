from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.statistics.differences import cliff_delta, standardised, wins_ties_losses


def test_standardised_by_hand():
    # mean 2, deviations -1 0 1 -> standard deviation 1
    assert standardised(np.array([[1.0], [2.0], [3.0]])) == pytest.approx([2.0])


def test_standardised_without_spread():
    effect = standardised(np.array([[0.0, 0.5, np.nan], [0.0, 0.5, np.nan]]))

    assert effect[0] == 0.0
    assert np.isnan(effect[1:]).all()


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=12),
    st.lists(st.integers(0, 5), min_size=1, max_size=12),
)
def test_cliff_counts_pairs(run, base):
    above = sum(x > y for x in run for y in base)
    below = sum(x < y for x in run for y in base)

    delta = cliff_delta(np.array(run, float), np.array(base, float))

    assert delta == (above - below) / (len(run) * len(base))


def test_cliff_without_values_is_undefined():
    assert np.isnan(cliff_delta(np.empty(0), np.empty(0)))


def test_wins_ties_losses_with_a_width():
    block = np.array([[0.3], [0.05], [-0.05], [-0.3], [0.0], [np.nan]])

    assert wins_ties_losses(block)[:, 0].tolist() == [2, 1, 2]
    assert wins_ties_losses(block, 0.05)[:, 0].tolist() == [1, 3, 1]


def test_cliff_needs_values_on_both_sides():
    some = np.array([0.5])

    assert np.isnan(cliff_delta(some, np.empty(0)))
    assert np.isnan(cliff_delta(np.empty(0), some))
