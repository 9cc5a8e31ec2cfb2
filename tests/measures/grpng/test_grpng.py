"""GRPng, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # recall 1/2 is reached at rank 2, after 20 + 10 characters, 10 of them of s = 3
    assert value("GRPng@0.5", elements()) == pytest.approx(10 / 30)
    assert value("GRPng@0.6", elements()) == 0


def test_the_first_rank_that_reaches_the_level_decides():
    assert value("GRPng@0.5", elements([1, 3])) == 1


def test_edges():
    undefined, empty = edges("GRPng@0.5", elements())
    assert isnan(undefined)
    assert empty == 0
