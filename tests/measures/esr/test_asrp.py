"""ASRP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # SRP is 0, .84/2 and 1.73/3
    assert value(f"ASRP(nav={nav})", toy()) == pytest.approx((0 + 0.84 / 2 + 1.73 / 3) / 3)
    assert value(f"ASRP(nav={nav})@2", toy()) == pytest.approx((0 + 0.84 / 2) / 2)


def test_the_mean_of_srp(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    mean = sum(value(f"SRP(nav={nav})@{k}", toy()) for k in (1, 2, 3)) / 3
    assert value(f"ASRP(nav={nav})", toy()) == pytest.approx(mean)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ASRP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
