"""Aep, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # leaf 1 is found at rank 2 instead of 1; leaf 2 is never touched
    assert value("Aep", elements()) == pytest.approx((1 / 2 + 0) / 2)


def test_the_ideal_ranking_is_worth_one():
    assert value("Aep", elements([1, 2])) == pytest.approx(1)


def test_edges():
    undefined, empty = edges("Aep", elements())
    assert isnan(undefined)
    assert empty == 0
