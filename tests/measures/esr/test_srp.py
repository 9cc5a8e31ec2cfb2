"""SRP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e1 holds no assessed node of its own; e3 was seen with .16, e4 with .11
    assert value(f"SRP(nav={nav})@2", toy()) == pytest.approx(0.84 / 2)
    assert value(f"SRP(nav={nav})", toy()) == pytest.approx(1.73 / 3)


def test_a_repeated_tree_gains_nothing():
    assert value("SRP(nav=NoNav)@2", toy("e3", "e3")) == 1 / 2


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
