"""Results and targets of all topics on one table of nodes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import both_of, named_targets, spans, view

from partwise.errors import TableError
from partwise.navigation import results_and_targets as module
from partwise.navigation.targets import targets_of
from partwise.users.base import CrossDocument


def trees(both, numbers):
    """Names of the nodes of trees."""
    parts = [both.tree_nodes[slice(*both.tree_offsets[n : n + 2])] for n in numbers]
    return ["".join(both.nodes.place(int(node)) for node in part) for part in parts]


def test_equal_trees_have_one_number_whatever_the_order_of_their_nodes():
    both = named_targets(["a|b", "c", "b|a", "b", "a|a"], ["b|a", "a", "d"]).both

    assert trees(both, both.result) == ["ab", "c", "ab", "b", "a"]
    assert both.result[0] == both.result[2]
    assert trees(both, both.target) == ["a", "d", "ab"]
    assert both.returned.tolist() == [4, -1, 0]
    assert both.fresh.tolist() == [True, True, False, True, True]
    assert both.n_distinct().tolist() == [4]
    assert both.n_distinct(3).tolist() == [2]


def test_equal_targets_become_one_with_the_greatest_value():
    both = named_targets(["a"], ["b", "b", "a"], grade=[1, 3, 2]).both

    assert trees(both, both.target) == ["a", "b"]
    assert both.value.tolist() == [2, 3]
    assert both.n_targets.tolist() == [2]


def test_topics_are_kept_apart():
    qrels = {"topic": ["t", "u"], **spans((0, 5), (3, 9))}
    both = targets_of(
        view({"topic": ["u", "u", "t"], "rank": [1, 2, 1], **spans((0, 5), (0, 5), (0, 5))}, qrels),
        measure="M",
    ).both

    assert both.topic.tolist() == [0, 1, 1]
    assert both.rank.tolist() == [1, 1, 2]
    assert both.fresh.tolist() == [True, True, False]
    assert both.returned.tolist() == [0, -1]  # 0..5 is wanted by t only


PLACES = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, 9), st.integers(1, 4)), max_size=5
)


@given(PLACES, PLACES.filter(bool), st.sampled_from([1, 3, 1 << 18]))
def test_every_result_meets_every_target_of_its_document(shown, wanted, block):
    both = both_of(*([(d, a, a + n) for d, a, n in rows] for rows in (shown, wanted)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        met = [
            (int(r), int(t))
            for pair in both.meetings(np.arange(both.result.size))
            for r, t in zip(*pair, strict=True)
        ]

    doc, goal = both.doc[both.result], both.doc[both.target]
    assert met == [(r, t) for r in range(doc.size) for t in range(goal.size) if doc[r] == goal[t]]


def test_sizes_are_those_of_the_text_or_stated():
    # one span, a whole document of unknown length
    both = both_of([(3, 9), (None, None)], [(0, 4)])
    assert both.size[both.result].tolist() == [6, -1]
    assert both.placed[both.result].tolist() == [True, False]
    assert both.size[both.target].tolist() == [4]
    stated = named_targets(["a"], ["b", "c"], size=[7, None]).both
    assert stated.size[stated.target].tolist() == [7, -1]


def test_an_empty_passage_has_a_place():
    both = both_of([(0, 0), (4, 4)], [(0, 4)])

    assert both.placed.all()
    assert both.size[both.result].tolist() == [0, 0]


def test_a_tree_shows_the_union_of_its_nodes():
    from tests.users.places import P1, P2, SEC1, SEC2, article

    qrels = {"tree": [f"{P2}|{SEC1}|{SEC2}", f"{P1}|{SEC2}"], "grade": [1, 1]}
    both = targets_of(view({"tree": [P1]}, qrels, structure=article()), measure="M").both
    start, end, owner = both.spans_of(both.target)

    # P1 0..20 and SEC2 60..100 are apart; P2 lies in SEC1 0..60, which touches SEC2
    assert list(zip(start, end, owner, strict=True)) == [(0, 20, 0), (60, 100, 0), (0, 100, 1)]
    assert both.size[both.target].tolist() == [60, 100]


def test_sizes_that_disagree_are_refused():
    with pytest.raises(TableError, match="size of b of document d is 7 in one row, 8 in another"):
        named_targets(["a"], ["b", "b"], size=[7, 8])
    with pytest.raises(TableError, match="size of b of document d is 0 in one row, 8 in another"):
        named_targets(["a"], ["b", "b"], size=[0, 8])
    qrels = {"element": ["b"], "start": [0], "end": [5], "grade": [1], "size": [6]}
    found = targets_of(view({"element": ["a"]}, qrels), measure="M")
    with pytest.raises(
        TableError, match="row 0: size of b of document d is 6, and its offsets hold 5"
    ):
        found.both.size  # noqa: B018
    found = targets_of(view({"element": ["a"]}, {**qrels, "size": [0]}), measure="M")
    with pytest.raises(TableError, match="size of b of document d is 0, and its offsets hold 5"):
        found.both.size  # noqa: B018


@given(PLACES.filter(bool), PLACES.filter(bool))
def test_characters_of_trees_that_text_covers(shown, wanted):
    from partwise.navigation.results_and_targets import text_of_trees

    both = both_of(*([(d, a, a + n) for d, a, n in rows] for rows in (shown, wanted)))
    text = text_of_trees(both, both.target_topic, both.target)
    gold = {(d, c) for d, a, n in wanted for c in range(a, a + n)}

    expected = [len({(d, c) for c in range(a, a + n)} & gold) for d, a, n in shown]
    assert both.covered(both.topic, both.result, text).tolist() == expected


@pytest.mark.parametrize("block", [1, 1 << 18])
def test_results_that_are_left_meet_targets_that_are_reached(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    both = both_of(
        [("d", 0, 5), ("e", 0, 5), ("f", 0, 5)], [("d", 9, 12), ("e", 9, 12), ("g", 0, 1)]
    )
    name = [both.nodes.space.document(int(doc)) for doc in both.nodes.doc]
    places = list(zip(name, both.nodes.start.tolist(), strict=True))
    # out of d, and into the target of e
    left = np.array([place == ("d", 0) for place in places])
    reached = np.array([place == ("e", 9) for place in places])

    met = [
        (int(r), name[both.tree_nodes[both.tree_offsets[both.target[t]]]])
        for pair in both.meetings(np.arange(3), CrossDocument(left, reached))
        for r, t in zip(*pair, strict=True)
    ]
    assert met == [(0, "d"), (0, "e"), (1, "e")]
