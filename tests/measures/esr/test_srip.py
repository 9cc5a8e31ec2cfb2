"""SRiP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # 0 of 100 characters, .84 x 30 of 130, .84 x 30 + .89 x 20 of 150
    assert value(f"SRiP(nav={nav})@1", toy()) == pytest.approx(0, abs=1e-12)
    assert value(f"SRiP(nav={nav})@2", toy()) == pytest.approx(25.2 / 130)
    assert value(f"SRiP(nav={nav})", toy()) == pytest.approx(43 / 150)


def test_at_most_one_for_lengths():
    assert value("SRiP(nav=NoNav)", toy("e3", "e4")) == 1


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRiP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
