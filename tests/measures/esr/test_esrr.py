"""ESRR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # .27 of 2, .84 + .11 of 1.84, all of 1.73
    assert value(f"ESRR(nav={nav})@1", toy()) == pytest.approx(0.27 / 2)
    assert value(f"ESRR(nav={nav})@2", toy()) == pytest.approx(0.95 / 1.84)
    assert value(f"ESRR(nav={nav})", toy()) == pytest.approx(1, abs=1e-12)


def test_without_navigation_it_is_recall():
    assert value("ESRR(nav=NoNav)@2", toy()) == 1 / 2


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ESRR(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
