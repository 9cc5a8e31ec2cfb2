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
    # two gold snippets; precision 10/15 and 15/25 at the relevant ranks
    text = "SnippetAP(ends=exclusive, divisor={})"
    assert value(text.format("gold"), WORLD) == pytest.approx((10 / 15 + 15 / 25) / 2)
    assert value(text.format("ten"), WORLD) == pytest.approx((10 / 15 + 15 / 25) / 10)
    assert value(text.format("least"), WORLD) == pytest.approx((10 / 15 + 15 / 25) / 2)
    assert value("SnippetAP", WORLD) == pytest.approx((11 / 16 + 17 / 27) / 2)


def test_relevance():
    far = passages([("A/t", 80, 90), ("A/t", 0, 10)], [("A/t", 0, 10)], {"A/t": 100, "B/t": 100})
    assert value("SnippetAP(ends=exclusive, relevance=text)", far) == pytest.approx(10 / 20)
    assert value("SnippetAP(ends=exclusive)", far) == pytest.approx(0 + 10 / 20)
    assert value("SnippetAP(ends=exclusive, divisor=ten)", far) == pytest.approx(0.05)
    near = passages([("A/t", 0, 10), ("A/t", 80, 90)], [("A/t", 0, 10)], {"A/t": 100, "B/t": 100})
    assert value("SnippetAP(ends=exclusive, relevance=text)", near) == 1
    assert value("SnippetAP(ends=exclusive)", near) == 1 + 10 / 20


def test_edges():
    undefined, empty = edges("SnippetAP", WORLD)
    assert isnan(undefined)
    assert empty == 0
