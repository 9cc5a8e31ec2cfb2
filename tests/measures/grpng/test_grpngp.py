"""GRPngP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # 20 characters of s = 0, then 10 of s = 3
    assert value("GRPngP@1", elements()) == 0
    assert value("GRPngP@2", elements()) == pytest.approx(10 / 30)


def test_text_seen_before_does_not_count():
    assert value("GRPngP@3", elements([3, 1, 1])) == value("GRPngP@2", elements())


def test_edges():
    undefined, empty = edges("GRPngP@2", elements())
    assert isnan(undefined)
    assert empty == 0
