"""GRPngR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # one of two elements of e = 3
    assert value("GRPngR@1", elements()) == 0
    assert value("GRPngR@2", elements()) == pytest.approx(1 / 2)


def test_text_seen_before_does_not_count():
    assert value("GRPngR@3", elements([3, 1, 1])) == 1 / 2


def test_edges():
    undefined, empty = edges("GRPngR@2", elements())
    assert isnan(undefined)
    assert empty == 0
