"""Precision at a recall level, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.cumulated import cumulated
from partwise.kernels.expected_recall import precision_at_recall


def precision(gain, wanted, rest=0.0, crowd=np.nan):
    curves = cumulated(np.array(gain, float), np.array([0, len(gain)]))
    return precision_at_recall(
        curves,
        np.array([wanted], float),
        np.zeros(1, np.int64),
        rest=np.array([rest]),
        crowd=np.array([crowd]),
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
    assert precision([1, 0], 2, rest=1, crowd=8) == pytest.approx(2 / (2 + 1 + 1 * 8 / 2))


def test_limit_at_zero():
    assert precision([0.5, 0], 0) == pytest.approx(1.5 / 2)
    assert precision([0, 0.5], 0) == 0
    assert precision([0, 0], 0) == 0
    assert precision([], 0, rest=1, crowd=9) == pytest.approx(2 / 11)


def test_almost_there_is_there():
    # three tenths do not add up to .3 in floating point
    assert precision([0.1, 0.1, 0.1, 0], 0.3) == pytest.approx(0.3 / (0.3 + 1.8 + 0.1 * 0.9 / 1.1))
