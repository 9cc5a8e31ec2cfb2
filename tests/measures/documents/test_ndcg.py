"""nDCG, worked out by hand."""

from __future__ import annotations

from math import isnan, log2

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # gains of 1 at ranks 2 and 4; the best order has them at 1, 2 and 3
    assert value("nDCG", documents()) == pytest.approx(
        (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / 2)
    )
    assert value("nDCG@2", documents()) == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_the_best_order_is_worth_one():
    assert value("nDCG", documents("ACEBD")) == pytest.approx(1)
    assert value("nDCG(gain=chars)", documents("ECA")) == pytest.approx(1)


def test_edges():
    undefined, empty = edges("nDCG", documents())
    assert isnan(undefined)
    assert empty == 0
