from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, value

LENGTHS = {"A": 100, "B": 100, "C": 100}
GOLD = [("A", 10, 20), ("A", 30, 40), ("B", 0, 20)]


def world(*parts):
    return passages(parts, GOLD, LENGTHS)


def test_by_hand():
    found = world(("A", 5, 15), ("C", 0, 10), ("A", 8, 38))

    # 5 of 10; nothing; 10 more of 50; B is never credited, nor is A 30..40
    assert value("PassageAP", found) == pytest.approx((5 / 10 + 15 / 50) / (2 + 2))
    assert value("PassageAP(repeats=free)", found) == pytest.approx((5 / 10 + 10 / 50) / (2 + 2))
    # all gold: 8 characters of A 30..40 as well
    assert value("PassageAP(gold=all)", found) == pytest.approx((5 / 10 + 23 / 50) / (2 + 1))
    assert value("PassageAP(gold=all, repeats=free)", found) == pytest.approx(
        (5 / 10 + 18 / 50) / (2 + 1)
    )


def test_the_same_passage_twice():
    found = world(("A", 10, 20), ("A", 10, 20))

    assert value("PassageAP", found) == pytest.approx((1 + 1) / (2 + 2))
    assert value("PassageAP(repeats=free)", found) == pytest.approx(1 / (1 + 2))


def test_edges():
    undefined, empty = edges("PassageAP", world(("A", 5, 15)))
    assert isnan(undefined)
    assert empty == 0


def test_one_shared_character_counts():
    found = world(("A", 19, 29), ("B", 20, 30))

    # the second touches the gold and shares nothing with it
    assert value("PassageAP", found) == pytest.approx(1 / 10 / (1 + 2))
    assert value("PassageAP(repeats=free)", found) == pytest.approx(1 / 10 / (1 + 2))
