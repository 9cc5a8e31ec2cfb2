"""SRiP2, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # near misses count: .16 x 30 + .11 x 20 of 100 characters, then 25.2 + 2.2 of 130
    assert value(f"SRiP2(nav={nav})@1", toy()) == pytest.approx(7 / 100)
    assert value(f"SRiP2(nav={nav})@2", toy()) == pytest.approx(27.4 / 130)


def test_equals_srip_without_navigation():
    assert value("SRiP2(nav=NoNav)@2", toy()) == value("SRiP(nav=NoNav)@2", toy())


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRiP2(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
