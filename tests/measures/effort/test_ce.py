"""CE, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, screens, value


def test_by_hand():
    # D is not relevant: 5 - 1; B on the third screen (10 characters of its part, then relevant
    # text from place 11): 3 - 1; A at once: 0
    assert value("CE(LE(screen=5))@1", screens()) == pytest.approx(4)
    assert value("CE(LE(screen=5))@3", screens()) == pytest.approx(4 + 2 + 0)


def test_ranks_left_empty_cost_the_most():
    assert value("CE(LE(screen=5))@5", screens()) == 6 + 2 * 4


def test_edges():
    undefined, empty = edges("CE(LE(screen=5))@3", screens())
    assert isnan(undefined)
    assert empty == pytest.approx(3 * 4)
