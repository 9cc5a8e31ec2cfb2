from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, value

# gold 20 + 10 characters; the run shows 10 of 15, 5 of 10, and another article
WORLD = passages(
    [("A/t", 10, 25), ("A/t", 55, 65), ("B/t", 0, 5)],
    [("A/t", 0, 20), ("A/t", 50, 60)],
    {"A/t": 100, "B/t": 100},
)


def test_by_hand():
    assert value("SnippetR(ends=exclusive)", WORLD) == pytest.approx(15 / 30)
    assert value("SnippetR", WORLD) == pytest.approx(17 / 32)


def test_edges():
    undefined, empty = edges("SnippetR", WORLD)
    assert isnan(undefined)
    assert empty == 0
