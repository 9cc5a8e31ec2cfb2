"""How many parts could be returned or are wanted."""

from __future__ import annotations

import pytest
from tests.navigation.worlds import spans, view
from tests.users.places import ARTICLE, P1, SEC1, article

from partwise.errors import UsageError
from partwise.navigation.targets import n_retrievable, targets_of
from partwise.tables.lengths import Inventory

PARTS = Inventory.from_columns(doc=["d"] * 4, start=[0, 5, 10, 0], end=[5, 10, 15, 5])
"""Three different parts of d."""


def count(run, qrels, depth=None, **more):
    return n_retrievable(
        targets_of(view(run, qrels, **more), measure="PRUM"), "PRUM", depth
    ).tolist()


def test_the_elements_of_the_structure():
    assert count({"element": [SEC1]}, {"element": [P1], "grade": [1]}, structure=article()) == [5]
    assert count({"element": [ARTICLE]}, {"element": [P1], "grade": [1]}, structure=article()) == [
        5
    ]


def test_results_that_are_no_element_are_added_once():
    run = {"element": [SEC1, None, None], "start": [None, 3, 3], "end": [None, 9, 9]}
    qrels = {"element": [P1], "grade": [1]}

    assert count(run, qrels, structure=article()) == [6]
    assert count(run, qrels, depth=1, structure=article()) == [5]
    assert count(run, qrels, depth=2, structure=article()) == [6]


def test_the_parts_of_an_inventory():
    # two spans are no parts; the result 0..5 is, and 0..6 is not
    run, qrels = spans((0, 5), (0, 6)), spans((2, 4), (11, 13))

    assert count(run, qrels, inventory=PARTS) == [3 + 2 + 1]
    assert count(run, qrels, depth=1, inventory=PARTS) == [3 + 2]


def test_a_target_that_is_returned_counts_once():
    assert count(spans((2, 4)), spans((2, 4)), inventory=PARTS) == [4]
    assert count(spans((0, 5)), spans((0, 5)), inventory=PARTS) == [3]


def test_trees_of_several_elements_are_no_elements():
    qrels = {"tree": [f"{P1}|{SEC1}", P1], "grade": [1, 1]}

    assert count({"element": [SEC1]}, qrels, structure=article()) == [6]


def test_passages_go_by_the_inventory_and_elements_by_the_structure():
    qrels = {
        "topic": ["t", "u"], "element": [P1, None], "start": [None, 2], "end": [None, 4],
        "grade": [1, 1],
    }  # fmt: skip
    run = {"topic": ["t"], "element": [SEC1]}

    assert count(run, qrels, structure=article(), inventory=PARTS) == [5, 4]


def test_nobody_knows():
    with pytest.raises(UsageError, match="PRUM needs the number of retrievable elements"):
        count(spans((0, 5)), spans((0, 5)))


def test_documents_besides_those_of_the_collection():
    # x and y have lengths; w is wanted, z and v are returned
    qrels = {"doc": ["x", "w"], "grade": [1, 1]}
    run, known = {"doc": ["x", "z", "v"]}, {"x": 9, "y": 9}

    assert count(run, qrels, lengths=known) == [2 + 1 + 2]
    assert count(run, qrels, depth=2, lengths=known) == [2 + 1 + 1]
    assert count(run, qrels, depth=1, lengths=known) == [2 + 1]


def test_documents_of_an_inventory():
    parts = Inventory.from_columns(doc=["x", "x", "y", "v"], start=[0, 5, 0, 0], end=[5, 9, 5, 5])
    qrels, run = {"doc": ["x", "w"], "grade": [1, 1]}, {"doc": ["x", "z", "v"]}

    assert count(run, qrels, inventory=parts) == [3 + 1 + 1]
    with pytest.raises(UsageError, match="lengths"):
        count(run, qrels)


def test_documents_are_counted_topic_by_topic():
    qrels = {"topic": ["t", "u", "u"], "doc": ["x", "w", "y"], "grade": [1, 1, 1]}
    run = {"topic": ["t", "t", "u"], "doc": ["z", "v", "z"], "rank": [1, 2, 1]}

    assert count(run, qrels, lengths={"x": 9, "y": 9}) == [2 + 2, 2 + 1 + 1]
