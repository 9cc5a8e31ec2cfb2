"""PartP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # the parts show 20 of 40, 10 of 40 and 10 of 10
    assert value("PartP@2", text()) == pytest.approx(2 / 2)
    assert value("PartP(min=0.5)", text()) == pytest.approx(2 / 3)


def test_a_short_run_is_still_divided_by_k():
    assert value("PartP@6", text()) == 3 / 6


def test_edges():
    undefined, empty = edges("PartP", text())
    assert isnan(undefined)
    assert empty == 0
