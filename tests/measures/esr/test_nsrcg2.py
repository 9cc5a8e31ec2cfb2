"""NSRCG2, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # near misses count: .16 x 30 + .11 x 20 = 7 characters of 1 x 50 / 2, then 25.2 + 2.2
    assert value(f"NSRCG2(m=2, nav={nav})@1", toy()) == pytest.approx(7 / 25)
    assert value(f"NSRCG2(m=2, nav={nav})@2", toy()) == pytest.approx(27.4 / 45.2)


def test_equals_nsrcg_without_navigation():
    assert value("NSRCG2(nav=NoNav)@2", toy()) == value("NSRCG(nav=NoNav)@2", toy())


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"NSRCG2(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
