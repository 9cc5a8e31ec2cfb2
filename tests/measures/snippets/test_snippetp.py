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
    assert value("SnippetP(ends=exclusive)", WORLD) == pytest.approx(15 / 30)
    # one character more each: 11 of 16, 6 of 11, 0 of 6
    assert value("SnippetP", WORLD) == pytest.approx(17 / 33)


def test_edges():
    undefined, empty = edges("SnippetP", WORLD)
    assert isnan(undefined)
    assert empty == 0
