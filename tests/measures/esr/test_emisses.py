"""EMisses, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges

from partwise.measures import EMisses


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # not seen after e1: .84 and .89; e3 and e4 are returned then
    assert value(f"EMisses(nav={nav})@1", toy()) == pytest.approx(0.84 + 0.89)
    assert value(f"EMisses(nav={nav})@2", toy()) == pytest.approx(0.89)
    assert value(f"EMisses(nav={nav})", toy()) == pytest.approx(0, abs=1e-12)


def test_lower_is_better():
    assert EMisses.better == "lower"
    assert value("EMisses(nav=NoNav)@1", toy()) == 2


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"EMisses(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 2
