"""ep, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # half of the gain: the ideal ranking has it at rank 1, the run at rank 2
    assert value("ep@0.5", elements()) == pytest.approx(1 / 2)
    assert value("ep@1.0", elements()) == 0


def test_the_ideal_ranking_is_worth_one():
    assert value("ep@0.5", elements([2, 1])) == pytest.approx(1)


def test_edges():
    undefined, empty = edges("ep@0.5", elements())
    assert isnan(undefined)
    assert empty == 0
