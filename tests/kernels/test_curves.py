"""Cumulated curves, against loops over the ranks."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.exact_elements import rank_at

from partwise.kernels.ragged import offsets_from_lengths
from partwise.kernels.ranked import (
    cumulated,
    falling,
    first_reaching,
    height_at,
    mean_ratio,
    rank_of,
)

QUARTERS = st.integers(0, 4).map(lambda i: Fraction(i, 4))
LISTS = st.lists(st.lists(QUARTERS, max_size=9), min_size=1, max_size=4)


def flat(lists):
    offsets = offsets_from_lengths(np.array([len(x) for x in lists]))
    return np.array([float(g) for x in lists for g in x]), offsets


@given(LISTS)
def test_heights(lists):
    curves = cumulated(*flat(lists))
    for segment, gains in enumerate(lists):
        for rank in range(12):
            height = height_at(curves, np.array([segment]), np.array([rank]))
            assert height[0] == float(sum(gains[:rank]))
        assert curves.total[segment] == float(sum(gains))


@given(LISTS)
def test_falling(lists):
    gain, offsets = flat(lists)
    expected = [float(g) for x in lists for g in sorted(x, reverse=True)]

    assert falling(gain, offsets).tolist() == expected


@given(
    LISTS, st.integers(1, 40).map(lambda i: Fraction(i, 8)), st.sampled_from(["linear", "inex2005"])
)
def test_rank_of_a_height(lists, height, how):
    curves = cumulated(*flat(lists))
    segment = np.arange(len(lists))
    wanted = np.full(segment.size, float(height))
    first = first_reaching(curves, segment, wanted)
    rank = rank_of(curves, segment, wanted, slack=np.zeros(segment.size), interpolation=how)
    for i, gains in enumerate(lists):
        expected = rank_at(gains, height, how)
        assert rank[i] == pytest.approx(np.inf if expected is None else float(expected))
        sums = [sum(gains[: k + 1]) for k in range(len(gains))]
        assert first[i] == 1 + sum(s < height for s in sums)


def test_almost_there_is_there_and_never_past_the_rank():
    curves = cumulated(np.array([1 - 1e-10]), np.array([0, 1]))
    rank = rank_of(
        curves, np.array([0]), np.ones(1), slack=np.full(1, 1e-9), interpolation="linear"
    )

    assert rank.tolist() == [1.0]


@given(LISTS, st.integers(1, 15))
def test_mean_ratio(lists, k):
    lower = [[Fraction(1), *x] for x in lists]
    mean = mean_ratio(cumulated(*flat(lists)), cumulated(*flat(lower)), k)
    for i, (a, b) in enumerate(zip(lists, lower, strict=True)):
        expected = sum(sum(a[:j]) / sum(b[:j]) for j in range(1, k + 1)) / k
        assert mean[i] == pytest.approx(float(expected), abs=1e-12)


def test_mean_ratio_far_past_the_end():
    # 1/1, then 1/2 for the other ranks
    mean = mean_ratio(
        cumulated(np.array([1.0]), np.array([0, 1])),
        cumulated(np.array([1.0, 1.0]), np.array([0, 2])),
        10**9,
    )

    assert mean[0] == pytest.approx(0.5)


def test_mean_ratio_over_nothing():
    empty = cumulated(np.empty(0), np.array([0, 0]))

    assert np.isnan(mean_ratio(cumulated(np.ones(1), np.array([0, 1])), empty, 3)).all()
