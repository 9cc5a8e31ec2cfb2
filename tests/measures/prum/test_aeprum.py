"""AEPRUM, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, nested, value


def test_by_hand():
    # seen at rank 1 with 10/60, else at 2 with 10/40, else at 3
    assert value("AEPRUM", nested()) == pytest.approx(1 / 6 + 5 / 6 * 1 / 4 / 2 + 5 / 6 * 3 / 4 / 3)


def test_without_navigation_it_is_average_precision():
    # c is at rank 3
    assert value("AEPRUM(nav=NoNav)", nested()) == pytest.approx(1 / 3)


def test_edges():
    undefined, empty = edges("AEPRUM", nested())
    assert isnan(undefined)
    assert empty == 0
