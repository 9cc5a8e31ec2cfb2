"""ERecallBase, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import STEPS, edges, toy, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    # e3 loses .16 when it is returned, e4 .11
    assert value(f"ERecallBase(nav={nav})@1", toy()) == pytest.approx(2, abs=1e-12)
    assert value(f"ERecallBase(nav={nav})@2", toy()) == pytest.approx(2 - 0.16)
    assert value(f"ERecallBase(nav={nav})", toy()) == pytest.approx(2 - 0.16 - 0.11)


def test_the_sum_of_hits_near_misses_and_misses(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    parts = [value(f"{name}(nav={nav})@2", toy()) for name in ("EHits", "ENearMisses", "EMisses")]
    assert value(f"ERecallBase(nav={nav})@2", toy()) == pytest.approx(sum(parts))


def test_edges(tmp_path):
    nav = write_edges(tmp_path, STEPS, "step")
    undefined, empty = edges(f"ERecallBase(nav={nav})", toy())
    assert isnan(undefined)
    assert empty == 2
