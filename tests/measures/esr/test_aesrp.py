"""AESRP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # ESRP is at most 1.73/3, at rank 3, where recall is 1: so it is at every level
    assert value(f"AESRP(nav={nav})", toy()) == pytest.approx(1.73 / 3)


def test_the_mean_of_interpolated_esrp(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    levels = [value(f"ESRP(nav={nav})@{level}", toy()) for level in (0.0, 0.5, 1.0)]
    assert value(f"AESRP(points=3, nav={nav})", toy()) == pytest.approx(sum(levels) / 3)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"AESRP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
