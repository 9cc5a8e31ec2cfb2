"""Hit, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, graded, text, value


def test_by_hand():
    # the first part shows 20 of 40, the third 10 of 10
    assert value("Hit@1", text()) == pytest.approx(1)
    assert value("Hit(min=0.6)@1", text()) == 0
    assert value("Hit(min=0.6)", text()) == pytest.approx(1)


def test_a_decimal_point_makes_a_share():
    assert value("Hit(min=1)@1", text()) == 1
    assert value("Hit(min=1.0)@1", text()) == 0


def test_edges():
    undefined, empty = edges("Hit", text())
    assert isnan(undefined)
    assert empty == 0


def test_one_relevant_document_is_a_hit():
    # A, at rank 3, is the first relevant one of graded documents
    assert value("Hit@2", graded()) == 0
    assert value("Hit@3", graded()) == 1
