"""iP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


def test_by_hand():
    # recall .4 at part 1 with 20/40, .6 at part 3 with 30/70
    assert value("iP@0.4", text()) == pytest.approx(20 / 40)
    assert value("iP@0.5", text()) == pytest.approx(30 / 70)
    assert value("iP@1.0", text()) == 0


def test_levels_are_compared_exactly():
    # recall is 30/50, the level .6 as written
    assert value("iP@0.6", text()) == pytest.approx(30 / 70)


def test_levels_in_doubles():
    # 29 of 50 is .58, which in doubles falls into level .57 of 0, .01, ..., 1
    view = passages([("A", 0, 29)], [("A", 0, 50)], {"A": 90})
    assert value("iP@0.58", view) == 1
    assert value("iP(levels=floor)@0.58", view) == 0
    assert value("iP(levels=floor)@0.57", view) == 1


def test_edges():
    undefined, empty = edges("iP@0.4", text())
    assert isnan(undefined)
    assert empty == 0
