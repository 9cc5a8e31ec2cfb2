"""gr, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # 0, then 1, of 2
    assert value("gr@1", elements()) == 0
    assert value("gr@2", elements()) == pytest.approx(1 / 2)


def test_what_was_seen_earns_nothing():
    assert value("gr@3", elements([3, 1, 1])) == 1 / 2


def test_edges():
    undefined, empty = edges("gr@2", elements())
    assert isnan(undefined)
    assert empty == 0
