"""ESRP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # hits are 0, .84 and 1.73
    assert value(f"ESRP(nav={nav})@2", toy()) == pytest.approx(0.84 / 2)
    assert value(f"ESRP(nav={nav})", toy()) == pytest.approx(1.73 / 3)


def test_a_cutoff_beyond_the_list_divides_by_the_cutoff():
    assert value("ESRP(nav=NoNav)@10", toy()) == pytest.approx(2 / 10)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ESRP(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
