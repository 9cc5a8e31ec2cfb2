"""The forest of a ranking, against walking up parent links."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from tests.reference import exact_elements as exact
from tests.reference.element_worlds import columns, topics

from partwise.kernels.trees import (
    NEVER,
    NOWHERE,
    Forest,
    find,
    forest,
    nearest_related,
    shown_before,
    unseen_mass,
)


def grown(trees, per_topic):
    """Forest of the runs of all topics, the row of each result and its place."""
    parent, depth, last, _ = columns(trees)
    segment = np.repeat(np.arange(len(per_topic)), [len(run) for _, run in per_topic])
    node = np.array(
        [NOWHERE if c is None else c for _, run in per_topic for c in run], dtype=np.int64
    )
    known = node >= 0
    made = forest(segment[known], node[known], parent=parent, depth=depth, last=last)
    return made, find(made, segment, node, parent.size)


def test_by_hand():
    # 0 holds 1 and 3, 1 holds 2; 4 is another document. Named: 2 and 4.
    parent, last = np.array([-1, 0, 1, 0, -1]), np.array([3, 2, 2, 3, 4])
    depth = np.array([1, 2, 3, 2, 1])

    made = forest(np.array([0, 0]), np.array([2, 4]), parent=parent, depth=depth, last=last)

    assert made.node.tolist() == [0, 1, 2, 4]
    assert made.parent.tolist() == [-1, 0, 1, -1]
    assert made.until.tolist() == [3, 3, 3, 4]
    place = find(made, np.zeros(6, np.int64), np.array([0, 1, 2, 3, 4, -1]), 5)
    assert place.tolist() == [0, 1, 2, NOWHERE, 3, NOWHERE]
    # first 1, then 0, which holds it and has the rest left, then 4
    rows = np.array([1, 0, 3])
    mass = np.array([10, 4, 3, 5])
    assert unseen_mass(made, rows, shown_before(made, rows), mass).tolist() == [4, 6, 5]
    assert [level.tolist() for level in made.levels] == [[0, 3], [1], [2]]


def test_nothing():
    empty = np.empty(0, np.int64)
    made = forest(empty, empty, parent=empty, depth=empty, last=empty)
    place = find(made, np.array([0]), np.array([NOWHERE]), 0)

    assert made.size == 0
    assert place.tolist() == [NOWHERE]
    assert shown_before(made, place).tolist() == [False]
    assert nearest_related(made, place).tolist() == [NEVER]


@given(topics())
def test_holds_the_ancestors_and_nothing_else(world):
    trees, per_topic = world
    made, _ = grown(trees, per_topic)
    expected = {
        (topic, c)
        for topic, (_, run) in enumerate(per_topic)
        for named in run
        if named is not None
        for c in (named, *trees.above(named))
    }

    pairs = list(zip(made.segment.tolist(), made.node.tolist(), strict=True))

    assert pairs == sorted(expected)
    for at, (topic, c) in enumerate(pairs):
        up = made.parent[at]
        assert (pairs[up] if up >= 0 else None) == (
            None if trees.parent[c] is None else (topic, trees.parent[c])
        )
        inside = {(topic, d) for d in trees.below(c)} & expected
        assert set(pairs[at + 1 : made.until[at]]) == inside
    assert sorted(np.concatenate([[], *made.levels]).tolist()) == list(range(made.size))


@given(topics())
def test_against_walking_up(world):
    trees, per_topic = world
    made, place = grown(trees, per_topic)
    _, _, _, size = columns(trees)
    shown = shown_before(made, place)
    nearest = nearest_related(made, place)
    unseen = unseen_mass(made, place, shown, size[made.node])
    row = 0
    for _, run in per_topic:
        first = row
        for i, c in enumerate(run):
            earlier = {d for d in run[:i] if d is not None}
            line = set() if c is None else {c, *trees.above(c), *trees.below(c)}
            related = [first + j for j, d in enumerate(run) if j != i and d in line]
            assert shown[row] == (c is not None and exact.fully_seen(trees, c, earlier))
            assert nearest[row] == (related[0] if related else NEVER)
            row += 1
        assert unseen[first:row].tolist() == exact.unseen(trees, run)


def test_a_node_behind_the_last_one_is_nowhere():
    none = np.zeros(0, np.int64)
    made = Forest(np.array([0]), np.array([3]), np.array([NOWHERE]), np.array([1]), (none,))

    assert find(made, np.array([0, 0]), np.array([3, 5]), 9).tolist() == [0, NOWHERE]
