"""PartRR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


def test_by_hand():
    # the parts show 20 of 40, 10 of 40 and 10 of 10
    assert value("PartRR", text()) == pytest.approx(1)
    assert value("PartRR(min=0.6)", text()) == pytest.approx(1 / 3)
    assert value("PartRR(min=0.6)@2", text()) == 0


def test_the_right_document_is_not_enough():
    beside = passages([("A", 50, 60), ("A", 0, 10)], [("A", 0, 40)], {"A": 100})
    assert value("PartRR", beside) == 1 / 2
    assert value("RR", beside) == 1


def test_edges():
    undefined, empty = edges("PartRR", text())
    assert isnan(undefined)
    assert empty == 0
