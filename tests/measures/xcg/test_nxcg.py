"""nxCG, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # 0 of 1 at rank 1, 1 of 2 at rank 2
    assert value("nxCG@1", elements()) == 0
    assert value("nxCG@2", elements()) == pytest.approx(1 / 2)


def test_never_above_one_where_it_is_bounded():
    assert value("nxCG(tolerance=1)@3", elements([1, 1, 2])) <= 1


def test_edges():
    undefined, empty = edges("nxCG@2", elements())
    assert isnan(undefined)
    assert empty == 0
