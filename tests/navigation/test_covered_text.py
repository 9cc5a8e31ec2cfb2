from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import both_of, view

from partwise.navigation.results_and_targets import CoveredText, text_of_trees, union_shares
from partwise.navigation.targets import targets_of
from partwise.tables.structure.table import Structure

PLACES = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, 12), st.integers(1, 8)), max_size=5
)


def placed(rows):
    return [(doc, start, start + size) for doc, start, size in rows]


def test_spans_count_text_before_a_position():
    # topic 0: document 2 has 10..20 and 30..35; topic 1: document 0 has 0..5
    spans = CoveredText(
        np.array([0, 1]),
        np.array([2, 0]),
        np.array([0, 2, 3]),
        np.array([10, 30, 0]),
        np.array([20, 35, 5]),
    )
    pair = spans.base(np.array([0, 1, 1, 0, 0]), np.array([2, 0, 2, 9, 3]))
    assert pair.tolist() == [0, 1, -1, -1, -1]  # 3 is one more than the greatest document
    before = spans.before(np.zeros(5, np.int64), np.array([5, 15, 20, 33, 99]))
    assert before.tolist() == [0, 5, 10, 13, 15]
    nothing = CoveredText(
        *(np.empty(0, np.int64) for _ in range(2)),
        np.zeros(1, np.int64),
        *(np.empty(0, np.int64) for _ in range(2)),
    )
    assert nothing.base(np.array([0]), np.array([0])).tolist() == [-1]


def test_characters_of_each_topic():
    text = CoveredText(
        np.array([0, 0, 2]), np.array([0, 1, 0]), np.array([0, 2, 3, 4]),
        np.array([0, 9, 0, 5]), np.array([4, 10, 7, 6]),
    )  # fmt: skip

    assert text.n_characters(4).tolist() == [12, 0, 1, 0]


def test_trees_together_show_each_character_once():
    both = both_of([(0, 5), (3, 9), ("e", 0, 2)], [(0, 1)])
    text = text_of_trees(both, both.topic, both.result)

    assert text.n_characters(1).tolist() == [11]
    assert text.size.tolist() == [9, 2]
    two = text_of_trees(both, np.array([0, 1, 1]), both.result)
    assert two.n_characters(2).tolist() == [5, 8]


@given(PLACES, PLACES.filter(bool), st.none() | st.integers(1, 4))
def test_shares_of_the_union(shown, wanted, depth):
    both = both_of(placed(shown), placed(wanted))
    found = union_shares(both, depth)

    text = {(d, c) for d, a, n in shown[:depth] for c in range(a, a + n)}
    nodes = both.nodes.take(both.tree_nodes[both.tree_offsets[both.target]])
    for share, doc, start, end in zip(found, nodes.doc, nodes.start, nodes.end, strict=True):
        name = nodes.space.document(int(doc))
        goal = {(name, c) for c in range(start, end)}
        assert share == len(goal & text) / len(goal)


def test_a_run_without_results_shows_nothing():
    assert union_shares(both_of([], [(0, 5), ("e", 0, 2)]), None).tolist() == [0, 0]


def test_a_target_of_unknown_length_is_seen_when_it_is_returned():
    both = both_of([(3, 5), (None, None)], [(None, None)])

    assert union_shares(both, 1).tolist() == [0]
    assert union_shares(both, None).tolist() == [1]
    first = both_of([(None, None), (3, 5)], [(None, None)])
    assert union_shares(first, 1).tolist() == [1]


def test_a_target_of_one_character_and_one_of_none():
    assert union_shares(both_of([(0, 5)], [(3, 4), (9, 10)]), None).tolist() == [1, 0]
    # what holds nothing is seen when it is returned
    trees = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], path=["/r[1]", "/r[1]/a[1]", "/r[1]/a[2]"],
        start=[0, 4, 9], end=[20, 4, 9],
    )  # fmt: skip
    wanted = {"element": ["/r[1]/a[1]", "/r[1]/a[2]"], "grade": [1, 1]}
    known = targets_of(view({"element": ["/r[1]/a[2]"]}, wanted, structure=trees), measure="GR")
    assert union_shares(known.both, None).tolist() == [0, 1]
