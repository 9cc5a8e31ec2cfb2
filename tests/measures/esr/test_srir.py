"""SRiR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # .84 x 30 of 50 characters, then + .89 x 20
    assert value(f"SRiR(nav={nav})@2", toy()) == pytest.approx(25.2 / 50)
    assert value(f"SRiR(nav={nav})", toy()) == pytest.approx(43 / 50)
    # the recall-base shrinks with what was seen before
    assert value(f"SRiR(base=expected, nav={nav})@2", toy()) == pytest.approx(25.2 / 45.2)


def test_without_redundancy_it_reaches_one():
    assert value("SRiR(nav=NoNav)", toy()) == 1


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"SRiR(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
