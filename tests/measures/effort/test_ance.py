"""ANCE, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, screens, value


def test_by_hand():
    # NCE 4, 6 and 5.2 at ranks 1, 2 and 3
    assert value("ANCE(LE(screen=5))@3", screens()) == pytest.approx((4 + 6 + 5.2) / 3)


def test_the_mean_of_nce():
    every = [value(f"NCE(LE(screen=5))@{k}", screens()) for k in (1, 2, 3, 4, 5)]
    for k in (1, 2, 3, 4, 5):
        assert value(f"ANCE(LE(screen=5))@{k}", screens()) == pytest.approx(sum(every[:k]) / k)
    assert value("ANCE", screens()) == value("ANCE@600", screens())


def test_the_ideal_list_costs_nothing():
    parts = [("A", 0, 40), ("B", 0, 10), ("D", 0, 10)]
    ideal = passages(parts, [("A", 0, 40), ("B", 0, 10)], {"A": 100, "B": 100, "D": 100})
    for depth in (1, 2, 3, 9):
        assert value(f"ANCE@{depth}", ideal) == 0


def test_edges():
    undefined, empty = edges("ANCE(LE(screen=5))@3", screens())
    assert isnan(undefined)
    assert empty == pytest.approx((4 + 8 + 8) / 3)
