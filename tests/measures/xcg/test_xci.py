"""xCI, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # two ideal elements, each worth 1
    assert value("xCI@1", elements()) == pytest.approx(1)
    assert value("xCI@2", elements()) == pytest.approx(2)
    assert value("xCI@9", elements()) == pytest.approx(2)


def test_says_nothing_about_the_run():
    assert value("xCI@2", elements([0])) == value("xCI@2", elements([2, 1]))


def test_edges():
    undefined, empty = edges("xCI@1", elements())
    assert isnan(undefined)
    assert empty == 1
