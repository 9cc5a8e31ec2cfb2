"""AiP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # level 0 is reached at part 1 with 20/40, level .5 at part 3 with 30/70, level 1 never
    assert value("AiP(points=3)", text()) == pytest.approx((20 / 40 + 30 / 70 + 0) / 3)
    # levels 0 to .4 are reached at part 1, those to .6 at part 3
    assert value("AiP", text()) == pytest.approx((41 * 20 / 40 + 20 * 30 / 70) / 101)


def test_the_mean_of_ip():
    mean = sum(value(f"iP@{level}", text()) for level in (0.0, 0.5, 1.0)) / 3
    assert value("AiP(points=3)", text()) == pytest.approx(mean)


def test_edges():
    undefined, empty = edges("AiP", text())
    assert isnan(undefined)
    assert empty == 0
