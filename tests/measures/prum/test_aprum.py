"""APRUM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import LEADS, edges, leading, value, write_edges


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
