"""Which results may show which targets, against sets of nodes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import STEPS, TREES, moves, named_targets, spelled, steps_of
from tests.reference import slow_navigation as slow

from partwise.navigation.transitions import (
    Chances,
    encounters,
    node_chances,
    node_encounters,
    target_slots,
    tree_shares,
)


def chances_of(results, wanted, chance):
    targets = named_targets(spelled(results), spelled(wanted))
    model = moves(chance, "step")
    return Chances(model, targets.both, targets.destinations.inventory, want="step")


def names(both, tree):
    """Set of the names of a tree."""
    nodes = both.tree_nodes[slice(*both.tree_offsets[tree : tree + 2])]
    return frozenset(both.nodes.place(int(node)) for node in nodes)


def every(both):
    """All pairs of a result and a target."""
    result, target = np.meshgrid(np.arange(both.result.size), np.arange(both.target.size))
    return result.ravel(), target.ravel()


def test_by_hand():
    # from {a, b} readers see b of {b, c} surely, and c with .5 from a, .25 from b:
    # (2 x 1 + .5 + .25) / (2 x 2)
    chance = {("a", "c"): 0.5, ("b", "c"): 0.25, ("a", "b"): 0.125}
    chances = chances_of([{"a", "b"}], [{"b", "c"}], chance)
    both = chances.both
    asked = both.topic, both.result, both.target

    assert tree_shares(chances, *asked, "seen").tolist() == [2.75 / 4]
    # printed: b on neither side, .5 / 4
    assert tree_shares(chances, *asked, "printed").tolist() == [0.5 / 4]
    pair, place, found = node_chances(chances, *asked)
    assert (pair.tolist(), place.tolist(), found.tolist()) == ([0, 0], [0, 1], [1, 0.375])


def test_single_nodes():
    chances = chances_of(["a"], ["a", "b"], {("a", "b"): 0.5})
    both = chances.both
    asked = np.zeros(2, np.int64), both.result[[0, 0]], both.target

    assert tree_shares(chances, *asked, "seen").tolist() == [1, 0.5]
    assert tree_shares(chances, *asked, "printed").tolist() == [0, 0.5]


@given(TREES, TREES, STEPS, st.sampled_from(["seen", "printed"]))
def test_shares_equal_the_formula(results, wanted, chance, shared):
    chances = chances_of(results, wanted, chance)
    both = chances.both
    result, target = every(both)
    found = tree_shares(
        chances, both.topic[result], both.result[result], both.target[target], shared
    )

    for share, r, t in zip(found, result, target, strict=True):
        goal, origin = names(both, both.target[t]), names(both, both.result[r])
        expected = slow.share_seen(goal, origin, steps_of(chance), shared)
        assert share == pytest.approx(float(expected))


@given(TREES, TREES, STEPS)
def test_encounters_are_the_shares_above_zero_in_order(results, wanted, chance):
    chances = chances_of(results, wanted, chance)
    both = chances.both
    rows = np.arange(both.result.size)
    met = [
        (int(r), int(t), float(p))
        for block in encounters(chances, rows, "seen")
        for r, t, p in zip(*block, strict=True)
    ]

    expected = []
    for r in range(both.result.size):
        for t in range(both.target.size):
            goal, origin = names(both, both.target[t]), names(both, both.result[r])
            share = slow.share_seen(goal, origin, steps_of(chance), "seen")
            if share > 0:
                expected.append((r, t, pytest.approx(float(share))))
    assert met == expected


@given(TREES, TREES, STEPS)
def test_slots_are_the_nodes_of_the_targets(results, wanted, chance):
    chances = chances_of(results, wanted, chance)
    both = chances.both
    slots = target_slots(both)
    assert slots[-1] == sum(len(names(both, t)) for t in both.target)

    met = {}
    for block in node_encounters(chances, np.arange(both.result.size)):
        met |= {(int(r), int(s)): float(p) for r, s, p in zip(*block, strict=True)}
    expected = {}
    for r in range(both.result.size):
        origin = names(both, both.result[r])
        for t in range(both.target.size):
            for place, e in enumerate(sorted(names(both, both.target[t]))):
                seen = (
                    1 if e in origin else sum(steps_of(chance)(f, e) for f in origin) / len(origin)
                )
                if seen > 0:
                    expected[r, int(slots[t]) + place] = pytest.approx(float(min(seen, 1)))
    assert met == expected


@pytest.mark.parametrize(
    ("origin", "goal", "share"),
    [
        ("ab", "c", 0.5 / 2), ("a", "cd", (0.5 + 0.25) / 2), ("ab", "cd", (0.5 + 0.25 + 0.125) / 4),
        ("a", "c", 0.5), ("abe", "c", 0.5 / 3), ("b", "d", 0.125),
    ],
)  # fmt: skip
def test_shares_between_trees_of_any_size(origin, goal, share):
    chance = {("a", "c"): 0.5, ("a", "d"): 0.25, ("b", "d"): 0.125}
    chances = chances_of([set(origin)], [set(goal)], chance)
    both = chances.both

    for shared in ("seen", "printed"):
        found = tree_shares(chances, both.topic, both.result, both.target, shared)
        assert found.tolist() == pytest.approx([share])
