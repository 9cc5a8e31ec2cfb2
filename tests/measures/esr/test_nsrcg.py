"""NSRCG, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # .84 x 30 = 25.2 characters, desired are 2 x 45.2 / 2; then 43 of 3 x 43 / 2
    assert value(f"NSRCG(m=2, nav={nav})@2", toy()) == pytest.approx(25.2 / 45.2)
    assert value(f"NSRCG(m=2, nav={nav})", toy()) == pytest.approx(43 / 64.5)


def test_more_desired_is_less_reached():
    assert value("NSRCG(m=4, nav=NoNav)", toy()) == 2 * value("NSRCG(m=2, nav=NoNav)", toy())


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"NSRCG(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
