from __future__ import annotations

import numpy as np
from tests.users.places import passages

from partwise.geometry.nodes import Nodes
from partwise.navigation.results_and_targets import NodeSets


def sets(topic, lengths, start, value=None, space=None):
    """Trees of consecutive passages."""
    nodes = passages(*((a, a + 1) for a in start))
    if space is not None:
        nodes = Nodes(space, nodes.doc, nodes.start, nodes.end, nodes.row, nodes.name)
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    worth = np.array(value if value is not None else [0.0] * len(topic))
    return NodeSets(np.array(topic), nodes, offsets, worth, np.arange(len(topic)))


def trees(found):
    return [part.tolist() for part in np.split(found.nodes.start, found.offsets[1:-1])]


def test_singles():
    found = NodeSets.singles(np.array([0, 0, 2]), passages((0, 1), (5, 6), (7, 8)))

    assert len(found) == 3
    assert trees(found) == [[0], [5], [7]]
    assert found.value.tolist() == [1, 1, 1]
    assert found.stated.tolist() == [-1, -1, -1]
    graded = NodeSets.singles(np.array([0]), passages((0, 1)), np.array([3.0]))
    assert graded.value.tolist() == [3]


def test_some_of_them_in_any_order():
    found = sets([0, 0, 1], [2, 1, 3], [1, 2, 3, 4, 5, 6], [7, 8, 9]).take(np.array([2, 0, 2]))

    assert trees(found) == [[4, 5, 6], [1, 2], [4, 5, 6]]
    assert found.value.tolist() == [9, 7, 9]
    assert found.stated.tolist() == [2, 0, 2]
    assert found.topic.tolist() == [1, 0, 1]


def test_joined_by_topic_in_the_order_in_which_they_were_given():
    one = sets([0, 2], [2, 1], [1, 2, 3], [0.1, 0.2])
    other = sets([0, 1], [1, 2], [4, 5, 6], [0.3, 0.4], one.nodes.space)
    found = one.joined(other)

    assert found.topic.tolist() == [0, 0, 1, 2]
    assert trees(found) == [[1, 2], [4], [5, 6], [3]]
    assert found.value.tolist() == [0.1, 0.3, 0.4, 0.2]
    assert trees(one.joined()) == trees(one)


def test_nothing():
    none = sets([], [], [])

    assert len(none) == len(none.joined(sets([], [], [], space=none.nodes.space))) == 0
