"""Q, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # at rank 2: gain 1 and one find, over ideal gain 2 and rank 2; leaf 2 is never touched
    assert value("Q", elements()) == pytest.approx((2 / 4 + 0) / 2)


def test_the_ideal_ranking_is_worth_one():
    assert value("Q", elements([1, 2])) == pytest.approx(1)


def test_edges():
    undefined, empty = edges("Q", elements())
    assert isnan(undefined)
    assert empty == 0
