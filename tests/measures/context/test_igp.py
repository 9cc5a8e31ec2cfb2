"""igP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # gP 1/2 where half of the documents are reached, 7/12 where all are
    assert value("igP(F(beta=1))@0.5", text()) == pytest.approx(7 / 12)
    assert value("igP(F(beta=1))@1.0", text()) == pytest.approx(7 / 12)


def test_the_greatest_gp_from_the_level_on():
    best = max(value(f"gP(F(beta=1))@{k}", text()) for k in (1, 2))
    assert value("igP(F(beta=1))@0.0", text()) == pytest.approx(best)


def test_edges():
    undefined, empty = edges("igP@0.5", text())
    assert isnan(undefined)
    assert empty == 0
