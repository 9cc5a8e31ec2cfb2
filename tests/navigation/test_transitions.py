"""Reach and step between nodes, whatever a model gives by itself."""

from __future__ import annotations

import numpy as np
import pytest
from tests.navigation.worlds import moves, named_targets, view
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, article, elements, passages

from partwise.errors import PartwiseError
from partwise.navigation import transitions as module
from partwise.navigation.targets import targets_of
from partwise.navigation.transitions import Chances, same
from partwise.tables.lengths import Inventory
from partwise.tables.structure.table import Structure


def between(targets, model, *pairs, topic=0, want="step", normalise="none"):
    """Chances between places, each (from, to)."""
    both = targets.both
    chances = Chances(model, both, targets.destinations.inventory, want=want, normalise=normalise)
    at = {both.nodes.place(n): n for n in range(len(both.nodes))}
    x, y = (np.array([at[pair[end]] for pair in pairs]) for end in (0, 1))
    return chances.between(np.full(len(pairs), topic), x, y).tolist()


FEW = {("a", "b"): 0.3, ("a", "c"): 0.1}
MANY = {("a", "b"): 0.8, ("a", "c"): 0.6}


@pytest.mark.parametrize(
    ("chance", "normalise", "found"),
    [
        (FEW, "none", [0.3, 0.1]),
        (FEW, "cap", [0.3, 0.1]),
        (FEW, "row", [0.75, 0.25]),
        (MANY, "none", [0.8, 0.6]),
        (MANY, "cap", [0.8 / 1.4, 0.6 / 1.4]),
        (MANY, "row", [0.8 / 1.4, 0.6 / 1.4]),
        ({}, "row", [0, 0]),
    ],
)
def test_steps_come_from_reach_by_the_sum_of_the_row(chance, normalise, found):
    targets = named_targets(["a"], ["b", "c"])

    pairs = ("a", "b"), ("a", "c")
    assert between(targets, moves(chance), *pairs, normalise=normalise) == pytest.approx(found)
    # steps and steps of partitions are what they are
    for native in ("step", "partition"):
        raw = between(targets, moves(chance, native), *pairs, normalise=normalise)
        assert raw == [chance.get(pair, 0) for pair in pairs]


def test_reach_is_never_divided():
    targets = named_targets(["a"], ["b", "c"])

    found = between(targets, moves(MANY), ("a", "b"), want="reach", normalise="row")
    assert found == [0.8]


def test_steps_become_reach_as_visits():
    targets = named_targets(["a"], ["b", "c"])
    model = moves({("a", "b"): 0.5}, "step", visits=lambda self, x, y: np.full(len(x), 0.75))

    assert between(targets, model, ("a", "b"), want="reach") == [0.75]
    assert between(targets, model, ("a", "b"), want="step") == [0.5]


def test_the_universe_of_a_passage_is_the_inventory_and_its_own_targets():
    qrels = {"topic": ["t", "u"], "element": ["b", "c"], "grade": [1, 1]}
    run = {"topic": ["t", "u"], "element": ["a", "a"], "rank": [1, 1]}
    parts = Inventory.from_columns(doc=["d"] * 3, element=["x", "a", "b"])
    chance = {("a", "b"): 0.3, ("a", "c"): 0.5, ("a", "x"): 0.2}
    bare = targets_of(view(run, qrels), measure="M")
    listed = targets_of(view(run, qrels, inventory=parts), measure="M")

    row = {"normalise": "row"}
    assert between(bare, moves(chance), ("a", "b"), topic=0, **row) == [1]
    assert between(bare, moves(chance), ("a", "c"), topic=1, **row) == [1]
    # b is listed and a target: it counts once; c joins where it is wanted
    assert between(listed, moves(chance), ("a", "b"), topic=0, **row) == pytest.approx([0.6])
    assert between(listed, moves(chance), ("a", "b"), topic=1, **row) == pytest.approx([0.3])
    # what is neither joins for its own chance only
    assert between(listed, moves(chance), ("a", "c"), topic=0, **row) == pytest.approx([0.5])


@pytest.mark.parametrize("block", [1, 1 << 18])
def test_the_universe_of_an_element_are_the_elements_of_its_document(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    qrels = {"element": [P1, None], "start": [None, 3], "end": [None, 9], "grade": [1, np.nan]}
    targets = targets_of(view({"element": [SEC1, SEC2]}, qrels, structure=article()), measure="M")
    chance = {(SEC1, P1): 0.5, (SEC1, P2): 0.25, (SEC1, ARTICLE): 1.0, (SEC1, SEC2): 0.25}

    # P2 and the article are neither results nor targets, and count
    assert between(targets, moves(chance), (SEC1, P1), normalise="row") == [0.25]
    assert between(targets, moves(chance), (SEC2, P1), normalise="row") == [0]


def test_the_first_element_of_all_is_in_the_row_already():
    qrels = {"element": [P1, ARTICLE], "grade": [1, 1]}
    targets = targets_of(view({"element": [SEC1]}, qrels, structure=article()), measure="M")
    chance = {(SEC1, P1): 0.5, (SEC1, P2): 0.25, (SEC1, ARTICLE): 1.0, (SEC1, SEC2): 0.25}

    assert between(targets, moves(chance), (SEC1, ARTICLE), normalise="row") == [0.5]


def test_a_passage_joins_the_row_of_an_element_for_its_own_chance():
    qrels = {"element": [P1], "grade": [1]}
    run = {"element": [SEC1, None], "start": [None, 3], "end": [None, 9]}
    targets = targets_of(view(run, qrels, structure=article()), measure="M")
    chance = {(SEC1, P1): 0.5, (SEC1, "3..9"): 0.5}

    assert between(targets, moves(chance), (SEC1, "3..9"), normalise="row") == [0.5]
    assert between(targets, moves(chance), (SEC1, P1), normalise="row") == [1]
    whole = moves(chance, complete=True, row_sum=lambda self, x: np.full(len(x), 1.0))
    assert between(targets, whole, (SEC1, "3..9"), normalise="row") == [0.5]
    part = moves(chance, row_sum=lambda self, x: np.full(len(x), 1.0))
    assert between(targets, part, (SEC1, "3..9"), normalise="row") == pytest.approx([0.5 / 1.5])


def test_a_model_that_is_not_concerned_says_so_at_once():
    def refuse(self, both, want):
        raise PartwiseError("no link")

    with pytest.raises(PartwiseError, match="no link"):
        between(named_targets(["a"], ["b"]), moves({}, moves=refuse), ("a", "b"))


def test_models_that_look_at_ideals_are_for_measures_that_have_them():
    targets = named_targets(["a"], ["b"])
    model = moves({("a", "b"): 0.5}, needs_ideals=True)
    given = model, targets.both, targets.destinations.inventory

    assert Chances(*given, want="reach", ideals=True).model is model
    with pytest.raises(PartwiseError, match="a model that does not look at ideals"):
        Chances(*given, want="reach")


def test_the_same_node():
    assert same(passages((0, 5), (0, 5)), passages((0, 5), (0, 6))).tolist() == [True, False]
    assert same(elements(1, 2), elements(1, 3)).tolist() == [True, False]
    twin = elements(1)
    twin.end[:] = 7  # an element is itself whatever extent it carries
    assert same(twin, elements(1)).tolist() == [True]
    span = elements(1)
    span.row[:] = -1
    assert same(span, elements(1)).tolist() == [False]


def test_rows_of_elements_and_of_a_passage_beside_each_other():
    run = {"element": [ARTICLE, SEC1, None], "start": [None, None, 3], "end": [None, None, 9]}
    seen = view(run, {"element": [P1], "grade": [1]}, structure=article())
    targets = targets_of(seen, measure="M")
    chance = {
        (ARTICLE, P1): 0.5, (ARTICLE, SEC2): 0.25, (SEC1, P1): 0.5, (SEC1, ARTICLE): 0.125,
        ("3..9", P1): 0.25, ("3..9", SEC2): 0.75,
    }  # fmt: skip

    # the row of a passage holds the targets alone, that of an element all elements
    pairs = (ARTICLE, P1), (SEC1, P1), ("3..9", P1)
    found = between(targets, moves(chance), *pairs, normalise="row")
    assert found == pytest.approx([0.5 / 0.75, 0.5 / 0.625, 1])


def two_documents(**more):
    """Topics t and u; readers of a and h, in documents d and e."""
    qrels = {
        "topic": ["t", "t", "u"], "doc": ["d", "e", "d"], "element": ["b", "k", "c"],
        "grade": [1, 1, 1],
    }  # fmt: skip
    run = {"topic": ["t", "t", "u"], "doc": ["d", "e", "d"], "element": ["a", "h", "a"]}
    return targets_of(view({**run, "rank": [1, 2, 1]}, qrels, **more), measure="M")


def test_rows_of_passages_end_with_their_document():
    parts = Inventory.from_columns(doc=["d", "e", "d"], element=["x", "z", "y"])
    chance = {
        ("a", "x"): 0.1, ("a", "y"): 0.2, ("a", "z"): 0.4, ("a", "b"): 0.3, ("a", "c"): 0.4,
        ("a", "k"): 0.9, ("h", "z"): 0.5, ("h", "k"): 0.25, ("h", "b"): 0.9,
    }  # fmt: skip
    targets, row = two_documents(inventory=parts), {"normalise": "row"}

    pairs = ("a", "b"), ("a", "k"), ("h", "k"), ("h", "b")
    found = between(targets, moves(chance), *pairs, topic=0, **row)
    assert found == pytest.approx([0.3 / 0.6, 0, 0.25 / 0.75, 0])  # nobody leaves a document
    assert between(targets, moves(chance), ("a", "c"), topic=1, **row) == pytest.approx([0.4 / 0.7])
    # c is wanted by u: in t it joins for its own chance
    assert between(targets, moves(chance), ("a", "c"), topic=0, **row) == pytest.approx([0.4])


def test_rows_across_documents_hold_the_targets_of_the_topic_elsewhere():
    chance = {("a", "b"): 0.2, ("a", "k"): 0.3, ("a", "c"): 0.6, ("h", "b"): 0.5, ("h", "k"): 0.3}
    model, row = moves(chance, across=True), {"normalise": "row"}

    found = between(two_documents(), model, ("a", "b"), ("a", "k"), ("h", "b"), topic=0, **row)
    assert found == pytest.approx([0.2 / 0.5, 0.3 / 0.5, 0.5 / 0.8])
    # u wants c alone: what others want joins for its own chance, here and elsewhere
    pairs = ("a", "c"), ("a", "b"), ("a", "k")
    # also where it is a part of the inventory elsewhere
    for more in ({}, {"inventory": Inventory.from_columns(doc=["e"], element=["k"])}):
        found = between(two_documents(**more), model, *pairs, topic=1, **row)
        assert found == pytest.approx([1, 0.2 / 0.8, 0.3 / 0.9])


def test_rows_of_elements_end_with_their_document():
    trees = Structure.from_columns(
        doc=["d", "d", "e", "e", "e"], parent=[None, 0, None, 0, 0], start=[0, 0, 0, 0, 5],
        path=["/a[1]", "/a[1]/b[1]", "/c[1]", "/c[1]/b[1]", "/c[1]/b[2]"], end=[9, 5, 9, 5, 9],
    )  # fmt: skip
    roots, below = ["/a[1]", "/c[1]"], ["/a[1]/b[1]", "/c[1]/b[1]"]
    qrels = {"doc": ["d", "e"], "element": below, "grade": [1, 1]}
    seen = view({"doc": ["d", "e"], "element": roots}, qrels, structure=trees)
    chance = dict.fromkeys(zip(roots, below, strict=True), 0.25)
    chance |= {("/a[1]", "/c[1]/b[2]"): 0.75, ("/c[1]", "/c[1]/b[2]"): 0.5}

    pairs = zip(roots, below, strict=True)
    found = between(targets_of(seen, measure="M"), moves(chance), *pairs, normalise="row")
    assert found == pytest.approx([1, 0.25 / 0.75])


def test_models_are_told_topics_and_ranks():
    qrels = {"topic": ["t", "u"], "element": ["z", "z"], "grade": [1, 1]}
    run = {"topic": [*"ttuuu"], "element": [*"abbca"], "rank": [1, 2, 1, 2, 3]}
    targets = targets_of(view(run, qrels), measure="M")
    pairs = [(name, "z") for name in "abc"]

    def rank(self, x, y):
        return x.rank / 10

    by_rank = moves({}, ranked=True, chance=rank)
    assert between(targets, by_rank, *pairs, topic=0) == [0.1, 0.2, 0]
    assert between(targets, by_rank, *pairs, topic=1) == [0.3, 0.1, 0.2]
    by_name = moves({}, ranked=True, chance=lambda self, x, y: (x.topic == "u") / 2)
    assert between(targets, by_name, ("a", "z"), topic=0) == [0]
    assert between(targets, by_name, ("a", "z"), topic=1) == [0.5]
    # and so is the sum of a row
    summed = moves({}, ranked=True, chance=rank, row_sum=lambda self, x: x.rank / 2, complete=True)
    found = between(targets, summed, *pairs, topic=1, normalise="row")
    assert found == pytest.approx([0.2, 0.2, 0.2])


def test_nobody_has_a_rank_in_an_empty_run():
    targets = targets_of(
        view({"element": []}, {"element": ["y", "z"], "grade": [1, 1]}), measure="M"
    )
    model = moves({}, ranked=True, chance=lambda self, x, y: (x.rank == 0) / 2)

    assert between(targets, model, ("y", "z")) == [0.5]


def test_a_chance_is_at_most_one_whatever_a_model_says_of_its_row():
    targets = named_targets(["a"], ["b", "c"])
    model = moves({("a", "b"): 0.5}, complete=True, row_sum=lambda self, x: np.full(len(x), 0.25))

    assert between(targets, model, ("a", "b"), normalise="row") == [1]
