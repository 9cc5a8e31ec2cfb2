"""SetF, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, graded, value


def test_by_hand():
    # A and C of five retrieved, three are relevant: P 2/5, R 2/3
    p, r = 2 / 5, 2 / 3
    assert value("SetF", graded()) == pytest.approx(2 * p * r / (p + r))
    assert value("SetF(beta=2)", graded()) == pytest.approx(5 * p * r / (4 * p + r))


def test_a_cutoff_is_that_of_precision_and_recall():
    p, r = value("P(rel=2)@10", graded()), value("R(rel=2)@10", graded())
    assert (p, r) == (1 / 10, 1 / 2)
    assert value("SetF(rel=2)@10", graded()) == pytest.approx(2 * p * r / (p + r))


def test_edges():
    undefined, empty = edges("SetF", graded())
    assert isnan(undefined)
    assert empty == 0
