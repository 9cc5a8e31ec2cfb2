"""nDCG, worked out by hand."""

from __future__ import annotations

from math import isnan, log2

import pytest
from tests.measures.worlds import documents, edges, graded, value


def test_by_hand():
    # gains of 1 at ranks 2 and 4; the best order has them at 1, 2 and 3
    assert value("nDCG", documents()) == pytest.approx(
        (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / 2)
    )
    assert value("nDCG@2", documents()) == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_the_best_order_is_worth_one():
    assert value("nDCG", documents("ACEBD")) == pytest.approx(1)
    assert value("nDCG(gain=chars)", documents("ECA")) == pytest.approx(1)


def test_gains_map_the_grades():
    # A 1 at rank 3, C 3 at rank 5; the best order is C, E, A
    def best(c, e, a):
        return c + e / log2(3) + a / 2

    gains = {"linear": (1, 2, 3), "exp": (1, 3, 7), "{1: 4, 3: 9}": (4, 0, 9)}
    for name, (a, e, c) in gains.items():
        wanted = (a / log2(4) + c / log2(6)) / (best(c, e, a) if e else best(c, a, 0))
        assert value(f"nDCG(gains={name})", graded()) == pytest.approx(wanted), name


def test_spans_without_grades_count_one():
    assert value("nDCG(gains=exp)", documents()) == value("nDCG", documents())


def test_edges():
    undefined, empty = edges("nDCG", documents())
    assert isnan(undefined)
    assert empty == 0
