"""ENearMisses, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e1 leads to e3 with .16, to e4 with .11, until they are returned
    assert value(f"ENearMisses(nav={nav})@1", toy()) == pytest.approx(0.16 + 0.11)
    assert value(f"ENearMisses(nav={nav})@2", toy()) == pytest.approx(0.11)
    assert value(f"ENearMisses(nav={nav})", toy()) == pytest.approx(0, abs=1e-12)


def test_none_without_navigation():
    assert value("ENearMisses(nav=NoNav)@1", toy()) == 0


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ENearMisses(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
