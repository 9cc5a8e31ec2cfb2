"""RBP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, graded, value

import partwise as pw


def test_by_hand():
    # A at rank 3, C at rank 5
    assert value("RBP", graded()) == pytest.approx(0.2 * (0.8**2 + 0.8**4))
    assert value("RBP(p=0.5, rel=2)", graded()) == pytest.approx(0.5 * 0.5**4)
    assert value("RBP@4", graded()) == pytest.approx(0.2 * 0.8**2)
    assert value("RBP(p=0)", graded("A")) == 1


def test_a_user_who_never_stops_earns_nothing():
    with pytest.raises(pw.PartwiseError, match="p must be a number from 0 to below 1, not 1"):
        pw.parse("RBP(p=1)")


def test_edges():
    undefined, empty = edges("RBP", graded())
    assert isnan(undefined)
    assert empty == 0
