"""NumRel, worked out by hand."""

from __future__ import annotations

from math import isnan

from tests.measures.worlds import edges, graded, value


def test_by_hand():
    # A, C and E; C and E from grade 2 on
    assert value("NumRel", graded()) == 3
    assert value("NumRel(rel=2)", graded()) == 2


def test_edges():
    undefined, empty = edges("NumRel", graded())
    assert isnan(undefined)
    assert empty == 3
