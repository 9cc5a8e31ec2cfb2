"""iP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # recall .4 at part 1 with 20/40, .6 at part 3 with 30/70
    assert value("iP@0.4", text()) == pytest.approx(20 / 40)
    assert value("iP@0.5", text()) == pytest.approx(30 / 70)
    assert value("iP@1.0", text()) == 0


def test_levels_are_compared_exactly():
    # recall is 30/50, the level .6 as written
    assert value("iP@0.6", text()) == pytest.approx(30 / 70)


def test_edges():
    undefined, empty = edges("iP@0.4", text())
    assert isnan(undefined)
    assert empty == 0
