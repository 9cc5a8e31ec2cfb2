"""Precision at a recall level, by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from partwise.kernels.probability import precision_at_recall
from partwise.kernels.ranked import cumulated


def precision(gain, wanted, rest=0.0, irrelevant_rest=np.nan, n_seen=None):
    curves = cumulated(np.array(gain, float), np.array([0, len(gain)]))
    return precision_at_recall(
        curves,
        np.array([wanted], float),
        np.zeros(1, np.int64),
        n_seen=np.arange(1, len(gain) + 1) if n_seen is None else np.array(n_seen),
        rest=np.array([rest]),
        irrelevant_rest=np.array([irrelevant_rest]),
        slack=np.full(1, 1e-9),
    )[0]


def test_in_the_list():
    # one irrelevant rank, then .5 wanted of a rank with relevance 1: no irrelevance there
    assert precision([0, 1], 0.5) == pytest.approx(0.5 / 1.5)
    # s = .25 wanted of r = .5, i = .5
    assert precision([1, 0.5], 1.25) == pytest.approx(1.25 / (1.25 + 0.25 * 0.5 / 1.5))


def test_not_in_the_list():
    assert precision([1, 0], 2) == 0
    # the rest is one rank with relevance 1 and irrelevance 8; j = 1, s = 1
    assert precision([1, 0], 2, rest=1, irrelevant_rest=8) == pytest.approx(2 / (2 + 1 + 1 * 8 / 2))


def test_limit_at_zero():
    assert precision([0.5, 0], 0) == pytest.approx(1.5 / 2)
    assert precision([0, 0.5], 0) == 0
    assert precision([0, 0], 0) == 0
    assert precision([], 0, rest=1, irrelevant_rest=9) == pytest.approx(2 / 11)


def test_almost_there_is_there():
    # three tenths do not add up to .3 in floating point
    assert precision([0.1, 0.1, 0.1, 0], 0.3) == pytest.approx(0.3 / (0.3 + 1.8 + 0.1 * 0.9 / 1.1))


def test_results_that_share_a_rank():
    # findings 2.1: {a, x} with q(a) = 1: w / (w + w * 1/2)
    assert precision([1], 0.5, n_seen=[2]) == pytest.approx(2 / 3)
    # {a, x}, {b, y, z} with q(b) = .5: w = 1.5, j = 1, s = .5, r = .5, i = 2.5
    assert precision([1, 0.5], 1.5, n_seen=[2, 5]) == pytest.approx(9 / 20)
    assert precision([1], 0, n_seen=[2]) == pytest.approx(2 / 3)


@pytest.mark.parametrize(("relevant", "irrelevant"), [(1, 1), (1, 3), (2, 2), (3, 2), (2, 4)])
def test_binary_relevance_is_the_mean_over_all_orders(relevant, irrelevant):
    # findings 2.1: the reader of an order passes what is irrelevant before the last result wanted
    orders = set(permutations([1] * relevant + [0] * irrelevant))
    for wanted in range(1, relevant + 1):
        passed = Fraction()
        for order in orders:
            stop = next(n for n in range(len(order) + 1) if sum(order[:n]) == wanted)
            passed += stop - wanted
        expected = wanted / (wanted + passed / len(orders))
        got = precision([relevant], wanted, n_seen=[relevant + irrelevant])
        assert got == pytest.approx(float(expected), rel=1e-15)
