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
    def refuse(self, both, want, measure):
        raise PartwiseError("no link")

    with pytest.raises(PartwiseError, match="no link"):
        between(named_targets(["a"], ["b"]), moves({}, moves=refuse), ("a", "b"))


def test_the_same_node():
    assert same(passages((0, 5), (0, 5)), passages((0, 5), (0, 6))).tolist() == [True, False]
    assert same(elements(1, 2), elements(1, 3)).tolist() == [True, False]
    twin = elements(1)
    twin.end[:] = 7  # an element is itself whatever extent it carries
    assert same(twin, elements(1)).tolist() == [True]
    span = elements(1)
    span.row[:] = -1
    assert same(span, elements(1)).tolist() == [False]
