"""igP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


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


def test_levels_in_tenths():
    # 29 of 50 is .58, which falls into level .5 of 0, .1, ..., 1
    view = documents_of(50, 29)
    assert value("igP(Rel)@0.58", view) == 1
    assert value("igP(Rel, levels=floor)@0.58", view) == 0
    assert value("igP(Rel, levels=floor)@0.5", view) == 1


def documents_of(relevant, found):
    """View of so many relevant documents, of which the first are returned."""
    names = [f"d{i}" for i in range(relevant)]
    judged = [(name, 0, 5) for name in names]
    return passages(judged[:found], judged, dict.fromkeys(names, 10))
