"""EShrinkage, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges

from partwise.measures import EShrinkage


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e3 was seen with .16 and e4 with .11 before they are returned
    assert value(f"EShrinkage(nav={nav})@1", toy()) == 0
    assert value(f"EShrinkage(nav={nav})@2", toy()) == pytest.approx(0.16)
    assert value(f"EShrinkage(nav={nav})", toy()) == pytest.approx(0.27)


def test_lower_is_better():
    assert EShrinkage.better == "lower"
    assert value("EShrinkage(nav=NoNav)", toy()) == 0


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"EShrinkage(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 0
