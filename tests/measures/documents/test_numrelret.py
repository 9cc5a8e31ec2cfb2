"""NumRelRet, worked out by hand."""

from __future__ import annotations

from math import isnan

from tests.measures.worlds import edges, graded, value


def test_by_hand():
    # A at rank 3, C at rank 5
    assert value("NumRelRet", graded()) == 2
    assert value("NumRelRet@4", graded()) == 1
    assert value("NumRelRet(rel=2)", graded()) == 1


def test_edges():
    undefined, empty = edges("NumRelRet", graded())
    assert isnan(undefined)
    assert empty == 0
