"""EHits, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e1 is no hit; e3 was seen with .16 before, e4 with .11
    assert value(f"EHits(nav={nav})@1", toy()) == pytest.approx(0, abs=1e-12)
    assert value(f"EHits(nav={nav})@2", toy()) == pytest.approx(0.84)
    assert value(f"EHits(nav={nav})", toy()) == pytest.approx(0.84 + 0.89)
    assert value(f"EHits(rel=length, nav={nav})", toy()) == pytest.approx(0.84 * 30 + 0.89 * 20)


def test_nothing_is_seen_before_without_navigation():
    assert value("EHits(nav=NoNav)", toy()) == 2


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"EHits(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
