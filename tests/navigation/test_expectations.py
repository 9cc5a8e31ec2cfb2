"""Expected hits, near misses and misses after every rank."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import STEPS, TREES, moves, spans, spelled, steps_of, view
from tests.reference import slow_navigation as slow

from partwise.language.fields import AUTO
from partwise.measures.esr import EHits
from partwise.navigation.expectations import NavigationSetting, _first_certain, expected, ratio
from partwise.navigation.targets import targets_of
from partwise.users.reading import Window


def setting(nav=AUTO, **more):
    given = {"normalise": "none", "shared": "seen", "rel": "binary", "ideals": "auto"}
    return NavigationSetting(**{"nav": nav, "units": "judged", "hits": "exact", **given, **more})


def of_trees(results, wanted, chance, grade=None, **more):
    grade = grade or [1] * len(wanted)
    seen = view({"tree": spelled(results)}, {"tree": spelled(wanted), "grade": grade})
    return expected(seen, setting(moves(chance, "step"), **more), "ESRR")


def test_by_hand():
    # wanted: a and b. From c readers step to a with .5; then a is returned
    found = of_trees("ca", "ab", {("c", "a"): 0.5, ("a", "b"): 0.25})

    assert found.hits.tolist() == [0, 0.5]
    assert found.reached.tolist() == [0.5, 0.75]  # near: a .5, then b .25
    assert found.base.tolist() == [2, 1.5]
    assert found.recall().tolist() == [0.25, 0.5]
    assert found.total.tolist() == [2]


@given(TREES, TREES, STEPS, st.sampled_from(["seen", "printed", "nodes"]))
def test_equals_the_definitions(results, wanted, chance, shared):
    wanted = list(dict.fromkeys(wanted))
    found = of_trees(results, wanted, chance, shared=shared)
    for k in range(1, len(results) + 1):
        assessed = dict.fromkeys(wanted, 1)
        hits, near, misses = slow.expectations(results[:k], assessed, steps_of(chance), shared)
        row = [found.hits[k - 1], found.gains.near[k - 1], found.gains.unreturned[k - 1]]
        assert row == pytest.approx([float(hits), float(near), float(near + misses)], abs=1e-9)


def test_relevance_is_that_of_the_setting():
    found = of_trees("a", "ab", {("a", "b"): 0.5}, grade=[3, 2], rel="value")

    assert found.total.tolist() == [5]
    assert found.hits.tolist() == [3]
    assert found.reached.tolist() == [4]


def topics(**more):
    run = {
        "topic": ["t", "t", "t", "v"],
        "rank": [1, 2, 3, 1],
        **spans((0, 5), (9, 12), (20, 30), (0, 5)),
    }
    qrels = {
        "topic": ["t", "u", "v", "w"],
        **spans((0, 5), (0, 5), (2, 5), (0, 5)),
        "grade": [1, 1, 1, 0],
    }
    return expected(view(run, qrels), setting(Window(), **more), "ESRR")


def test_values_at_a_rank_or_at_the_last_result_before_it():
    found = topics()
    column = np.array([1.0, 2.0, 3.0, 7.0])

    assert found.length.tolist() == [3, 0, 1, 0]
    assert found.value_at(column, None).tolist() == [3, 0, 7, 0]
    assert found.value_at(column, 2).tolist() == [2, 0, 7, 0]
    assert found.value_at(column, 9, empty=-1.0).tolist() == [3, -1, 7, -1]
    assert found.depth(2).tolist() == [2] * 4
    assert found.depth(None).tolist() == [3, 0, 1, 0]
    np.testing.assert_equal(found.defined(np.ones(4)), [1, 1, 1, np.nan])


def test_interpolated_values_by_hand():
    found = topics()
    precision, recall = np.array([0.2, 0.5, 0.1, 0.3]), np.array([0.1, 0.4, 1 - 1e-10, 0.5])

    assert found.interpolated(precision, recall, 0.4).tolist() == [0.5, 0, 0.3, 0]
    assert found.interpolated(precision, recall, 0.41).tolist() == [0.1, 0, 0.3, 0]
    assert found.interpolated(precision, recall, 1.0).tolist() == [0.1, 0, 0, 0]
    # levels 0, .5 and 1
    assert found.mean_interpolated(precision, recall, 3) == pytest.approx([0.7 / 3, 0, 0.2, 0])
    # at rank 1 level 0 is all that is reached in t
    assert found.mean_interpolated(precision, recall, 3, k=1) == pytest.approx([0.2 / 3, 0, 0.2, 0])


def test_characters_shown_start_anew_with_each_topic():
    assert topics().n_characters_shown("ESRR").tolist() == [5, 8, 18, 5]


def test_what_was_surely_seen_is_a_hit():
    run, qrels = spans((0, 30), (5, 9)), spans((5, 9), (20, 40), (50, 60))
    sure, exact = (
        expected(view(run, qrels), setting(Window(), hits=hits), "ESRR")
        for hits in ("certain", "exact")
    )

    # the first chunk meets two spans: two hits at one rank, which counts once as a rank
    assert (sure.hits.tolist(), sure.certain) == ([2, 2], True)
    assert sure.hit_ranks().tolist() == [1, 1]
    # exact: the span that rank 2 is was seen before
    assert (exact.hits.tolist(), exact.certain) == ([0, 0], False)
    assert exact.gains.near.tolist() == [2, 1]
    assert exact.hit_ranks() is exact.hits


def test_where_only_the_tree_itself_is_a_hit_the_first_result_may_be_one():
    seen = view({"tree": ["a", "c"]}, {"tree": ["a", "b"], "grade": [1, 1]})
    targets = targets_of(seen, measure="ESRR")
    model = setting(moves({("c", "b"): 1}, "step"))
    for wanted, first in ((False, [0, -1]), (True, [0, 1])):
        both = _first_certain(targets, model, np.ones(2, np.int64), np.full(2, wanted))
        assert both.tolist() == first


def test_a_tree_was_surely_seen_when_its_last_node_was():
    sure = of_trees(
        "cd", [{"a", "b"}], {("c", "a"): 1, ("d", "b"): 1}, hits="certain", shared="nodes"
    )

    # a hit at rank 2; its node a had been seen on the way
    assert sure.hits.tolist() == [0, 0.5]


def test_hit_ranks_of_topics_without_results():
    assert topics(hits="certain").hit_ranks().tolist() == [1, 1, 1, 1]


def test_hit_ranks_start_anew_with_each_topic():
    run = {"topic": ["t", "u"], "rank": [1, 1], **spans((0, 30), (0, 30))}
    qrels = {"topic": ["t", "t", "u"], **spans((0, 5), (9, 12), (3, 4))}
    found = expected(view(run, qrels), setting(Window(), hits="certain"), "ESRR")

    assert found.hits.tolist() == [2, 1]
    assert found.hit_ranks().tolist() == [1, 1]


def test_a_setting_is_that_of_a_measure():
    measure = EHits(nav=Window(after=5), shared="nodes", ideals="elements") @ 3
    found = NavigationSetting.of(measure)

    assert (found.nav, found.shared, found.ideals) == (Window(after=5), "nodes", "elements")
    assert found.rel == measure.rel
    assert NavigationSetting.of(measure, rel="length").rel == "length"


def test_ratio_is_zero_where_the_whole_is():
    assert ratio(np.array([1.0, 2.0, 0.0]), np.array([2.0, 0.0, 0.0])).tolist() == [0.5, 0, 0]
    assert ratio(np.array(1.0), np.array([2.0, 4.0])).tolist() == [0.5, 0.25]
    assert ratio(np.array([0.25, 0.5]), np.array([0.5, 1.0])).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("wanted", "step"),
    [
        # .8 to each of two documents are 1.6 together; to passages readers go as the model says
        ({"doc": ["d", "e"], "grade": [1, 1]}, 0.5),
        (spans(("d", 0, 5), ("e", 0, 5)), 0.8),
    ],
)
def test_steps_between_documents_are_as_their_model_says(wanted, step):
    seen = view({"doc": ["f"]}, wanted)
    known = targets_of(seen, measure="ESRR")
    model = moves({}, across=True, chance=lambda self, x, y: np.full(len(x), 0.8))
    chances = setting(normalise=AUTO).chances(known, model, passages=True)
    nodes = known.both.nodes
    at = {nodes.space.document(int(doc)): n for n, doc in enumerate(nodes.doc)}

    x, y = np.array([at["f"], at["f"]]), np.array([at["d"], at["e"]])
    assert chances.between(np.zeros(2, np.int64), x, y) == pytest.approx([step, step])
