"""PRUM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import LEADS, edges, leading, navigated, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, LEADS)
    # consulted are 1 + .36 + .36 x .24 = 1.4464 ranks until one ideal is seen: c shows one with
    # 1 - .6 x .6 = .64, then d with 1 - .4 x .6 = .76, then a
    assert value(f"PRUM(r=1, elements=4, nav={nav})", leading()) == pytest.approx(
        1 / (1 + 0.36 + 0.36 * 0.24)
    )


def test_without_navigation_it_is_precision():
    assert value("PRUM(r=1, nav=NoNav, elements=4)", leading()) == pytest.approx(1 / 3)
    assert value("PRUM(r=2, nav=NoNav, elements=4)", leading()) == pytest.approx(2 / 4)
    # a recall level has the greatest value from there on
    assert value("PRUM(nav=NoNav, elements=4)@0.5", leading()) == pytest.approx(2 / 4)
    early = navigated(["a", "c", "b"], ["a", "b"])
    assert value("PRUM(nav=NoNav, elements=4)@0.5", early) == pytest.approx(1)
    assert value("PRUM(nav=NoNav, elements=4)@0.6", early) == pytest.approx(2 / 3)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, LEADS)
    undefined, empty = edges(f"PRUM(r=1, elements=4, nav={nav})", leading())
    assert isnan(undefined)
    assert empty == pytest.approx(3 / 5)
