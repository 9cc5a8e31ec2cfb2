"""Rmeasure, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # two ideals: gain 1 and one find after rank 2, over ideal gain 2 and rank 2
    assert value("Rmeasure", elements()) == pytest.approx(2 / 4)


def test_later_ranks_do_not_matter():
    assert value("Rmeasure", elements([3, 1, 2])) == 2 / 4


def test_edges():
    undefined, empty = edges("Rmeasure", elements())
    assert isnan(undefined)
    assert empty == 0
