"""ASRiP2, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # gain per character is 7/100, 27.4/130 and 43/150, the last where recall is .86
    assert value(f"ASRiP2(nav={nav})", toy()) == pytest.approx(87 / 101 * 43 / 150)


def test_the_mean_of_interpolated_srip2(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    levels = [value(f"SRiP2(nav={nav})@{level}", toy()) for level in (0.0, 0.5, 1.0)]
    assert value(f"ASRiP2(points=3, nav={nav})", toy()) == pytest.approx(sum(levels) / 3)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ASRiP2(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
