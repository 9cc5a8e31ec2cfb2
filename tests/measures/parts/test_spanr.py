"""SpanR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


def test_by_hand():
    # the first part shows half of A[0,40), the third all of B[0,10)
    assert value("SpanR@1", text()) == pytest.approx(1 / 2)
    assert value("SpanR", text()) == pytest.approx(2 / 2)
    assert value("SpanR(min=1.0)", text()) == pytest.approx(1 / 2)


def test_parts_find_a_span_together():
    halves = passages([("A", 0, 20), ("A", 20, 40)], [("A", 0, 40)], {"A": 100})
    assert value("SpanR(min=1.0)@1", halves) == 0
    assert value("SpanR(min=1.0)@2", halves) == 1


def test_edges():
    undefined, empty = edges("SpanR", text())
    assert isnan(undefined)
    assert empty == 0
