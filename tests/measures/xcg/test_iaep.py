"""iAep, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # ep is 1/2 at level .5 and 0 at level 1
    assert value("iAep(points=2)", elements()) == pytest.approx((1 / 2 + 0) / 2)


def test_the_mean_of_ep():
    mean = sum(value(f"ep@{j / 10}", elements()) for j in range(1, 11)) / 10
    assert value("iAep", elements()) == pytest.approx(mean)


def test_edges():
    undefined, empty = edges("iAep", elements())
    assert isnan(undefined)
    assert empty == 0
