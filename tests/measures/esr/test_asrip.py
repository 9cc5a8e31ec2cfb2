"""ASRiP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # 43/150 at rank 3, where recall is .86: levels 0 to .86 get it, the rest 0
    assert value(f"ASRiP(nav={nav})", toy()) == pytest.approx(87 / 101 * 43 / 150)


def test_the_mean_of_interpolated_srip(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    levels = [value(f"SRiP(nav={nav})@{level}", toy()) for level in (0.0, 0.5, 1.0)]
    assert value(f"ASRiP(points=3, nav={nav})", toy()) == pytest.approx(sum(levels) / 3)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ASRiP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
