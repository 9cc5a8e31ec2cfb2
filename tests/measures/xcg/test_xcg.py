"""xCG, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # 0, then 1
    assert value("xCG@1", elements()) == 0
    assert value("xCG@2", elements()) == pytest.approx(1)


def test_the_gain_stays_past_the_end():
    assert value("xCG@9", elements()) == 1


def test_edges():
    undefined, empty = edges("xCG@2", elements())
    assert isnan(undefined)
    assert empty == 0
