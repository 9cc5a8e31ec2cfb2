"""AgP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # F(A) = 2 x 20 / (40 + 40), F(B) = 2 x 10 / (20 + 10); gP 1/2 at rank 1, 7/12 at rank 2
    assert value("AgP(F(beta=1))", text()) == pytest.approx((1 / 2 + 7 / 12) / 2)
    assert value("AgP(F(beta=1))@1", text()) == pytest.approx((1 / 2) / 2)


def test_relevance_as_gain_makes_it_average_precision():
    assert value("AgP(Rel)", text()) == value("AP", text())


def test_edges():
    undefined, empty = edges("AgP", text())
    assert isnan(undefined)
    assert empty == 0
