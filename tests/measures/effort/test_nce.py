"""NCE, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, screens, value


def test_by_hand():
    # two documents are relevant, so ranks 1 and 2 should cost 1 and rank 3 may cost 5:
    # 5/1 - 1 = 4, 3/1 - 1 = 2, 1/5 - 1 = -.8
    assert value("NCE(LE(screen=5))@2", screens()) == pytest.approx(4 + 2)
    assert value("NCE(LE(screen=5))@3", screens()) == pytest.approx(4 + 2 - 0.8)


def test_the_ideal_list_costs_nothing():
    parts = [("A", 0, 40), ("B", 0, 10), ("D", 0, 10)]
    ideal = passages(parts, [("A", 0, 40), ("B", 0, 10)], {"A": 100, "B": 100, "D": 100})
    assert value("NCE@3", ideal) == 0


def test_edges():
    undefined, empty = edges("NCE(LE(screen=5))@3", screens())
    assert isnan(undefined)
    assert empty == pytest.approx(2 * 4)
