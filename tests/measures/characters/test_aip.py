"""AiP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


def test_by_hand():
    # level 0 is reached at part 1 with 20/40, level .5 at part 3 with 30/70, level 1 never
    assert value("AiP(points=3)", text()) == pytest.approx((20 / 40 + 30 / 70 + 0) / 3)
    # levels 0 to .4 are reached at part 1, those to .6 at part 3
    assert value("AiP", text()) == pytest.approx((41 * 20 / 40 + 20 * 30 / 70) / 101)


def test_the_mean_of_ip():
    mean = sum(value(f"iP@{level}", text()) for level in (0.0, 0.5, 1.0)) / 3
    assert value("AiP(points=3)", text()) == pytest.approx(mean)


def test_levels_in_doubles():
    # 29 of 50: levels 0, .01, ..., .58 are reached, in doubles only those down to .57
    view = passages([("A", 0, 29)], [("A", 0, 50)], {"A": 90})
    assert value("AiP", view) == pytest.approx(59 / 101)
    assert value("AiP(levels=floor)", view) == pytest.approx(58 / 101)


def test_edges():
    undefined, empty = edges("AiP", text())
    assert isnan(undefined)
    assert empty == 0
