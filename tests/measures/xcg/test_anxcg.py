"""AnxCG, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # nxCG is 0 and 1/2 at ranks 1 and 2
    assert value("AnxCG@2", elements()) == pytest.approx((0 + 1 / 2) / 2)


def test_always_k_terms():
    assert value("AnxCG@4", elements()) == pytest.approx((0 + 1 / 2 + 1 / 2 + 1 / 2) / 4)


def test_edges():
    undefined, empty = edges("AnxCG@2", elements())
    assert isnan(undefined)
    assert empty == 0
