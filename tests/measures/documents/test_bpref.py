"""Bpref, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, graded, value


def test_by_hand():
    # B is above A and C, and it is the only one judged not relevant: both count 0
    assert value("Bpref", graded()) == 0
    # before B they count 1; three are relevant
    assert value("Bpref", graded("AXCB")) == pytest.approx(2 / 3)


def test_from_a_grade_on_lower_ones_are_not_relevant():
    # C and E are relevant, A and B are not; one of two is above C
    assert value("Bpref(rel=2)", graded("ACE")) == pytest.approx((1 / 2 + 1 / 2) / 2)


def test_nothing_judged_not_relevant():
    assert value("Bpref", graded("XA", {"A": 1, "C": 1})) == 1 / 2


def test_edges():
    undefined, empty = edges("Bpref", graded())
    assert isnan(undefined)
    assert empty == 0
