"""APRUM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import LEADS, edges, leading, navigated, value, write_edges


def test_by_hand(tmp_path):
    nav = write_edges(tmp_path, LEADS)
    # PRUM is 1/1.4464 for r = 1 and 1.7248/2.7136 for r = 2
    assert value(f"APRUM(elements=4, nav={nav})", leading()) == pytest.approx(
        (1 / 1.4464 + 1.7248 / 2.7136) / 2
    )


def test_without_navigation_it_is_the_mean_of_precision():
    # a and b are at ranks 3 and 4
    assert value("APRUM(nav=NoNav, elements=4)", leading()) == pytest.approx((1 / 3 + 2 / 4) / 2)


def test_edges(tmp_path):
    nav = write_edges(tmp_path, LEADS)
    undefined, empty = edges(f"APRUM(elements=4, nav={nav})", leading())
    assert isnan(undefined)
    assert empty == pytest.approx(3 / 5)


def test_levels_read_the_best_from_there_on():
    # a and b at ranks 1 and 3: precision 1 and 2/3; levels 0 and .5 want one ideal, 1 wants both
    falling = navigated(["a", "c", "b", "d"], ["a", "b"])
    levels = "APRUM(nav=NoNav, elements=4, levels=3)"
    assert value(levels, falling) == pytest.approx((1 + 1 + 2 / 3) / 3)
    # at ranks 3 and 4: 1/3 rises to 2/4, which every level reaches
    assert value(levels, leading()) == pytest.approx(2 / 4)
