"""What returned trees are worth by their nodes, and how much was seen before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.navigation.worlds import (
    STEPS,
    TREES,
    moves,
    named_targets,
    spans,
    spelled,
    steps_of,
    view,
)
from tests.reference import slow_navigation as slow
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, article

from partwise.errors import ParameterError
from partwise.measures.sr import SRP
from partwise.navigation import inferred as module
from partwise.navigation.inferred import check_infer, inferred, inferred_sums, unseen
from partwise.navigation.targets import targets_of
from partwise.navigation.transitions import Chances
from partwise.users.combined import NoNav


def worth(results, qrels, rel, infer, **more):
    targets = targets_of(view({"tree": results}, qrels, **more), measure="SRP")
    return inferred(targets, rel, infer, "SRP").tolist()


def test_single_nodes_are_worth_what_they_were_assessed():
    qrels = {"tree": ["a", "b", "a|c"], "grade": [2, 1, 3]}

    # nodes of trees are not assessed by themselves: c is worth nothing
    assert worth(["a|b", "c", "a|c", "b"], qrels, "value", "sum") == [3, 0, 2, 1]
    assert worth(["a|b", "c", "a|c", "b"], qrels, "value", "mean") == [1.5, 0, 1, 1]
    assert worth(["a|b", "c"], qrels, "binary", "sum") == [2, 0]


def test_a_node_is_worth_what_its_topic_says():
    run = {"topic": ["t", "t", "u", "u"], "tree": ["a", "b", "a", "b"]}
    qrels = {"topic": ["t", "u", "u"], "tree": ["a", "a", "b"], "grade": [2, 1, 3]}
    targets = targets_of(view(run, qrels), measure="SRP")

    assert inferred(targets, "value", "sum", "SRP").tolist() == [2, 0, 1, 3]


HIGHLIGHTS = spans((10, 30), (70, 80))


def test_nodes_hold_highlighted_text():
    results = [f"{P1}|{P2}", SEC2, ARTICLE, f"{SEC1}|{P1}"]

    # P1 holds 10, P2 10, SEC1 20, SEC2 10 characters
    assert worth(results, HIGHLIGHTS, "length", "sum", structure=article()) == [20, 10, 30, 30]
    assert worth(results, HIGHLIGHTS, "length", "mean", structure=article()) == [10, 10, 30, 15]
    # in the union of SEC1 and P1 each character counts once
    assert worth(results, HIGHLIGHTS, "length", "union", structure=article()) == [20, 10, 30, 20]
    assert worth(results, HIGHLIGHTS, "binary", "mean", structure=article()) == [1, 1, 1, 1]
    below = worth([f"{P1}|{SEC2}"], spans((70, 80)), "binary", "mean", structure=article())
    assert below == [0.5]
    # nobody gave these elements a value
    assert worth(results, HIGHLIGHTS, "value", "sum", structure=article()) == [0, 0, 0, 0]
    # one character at the end of P1 is text as well
    assert worth([P1, P2], spans((19, 20)), "binary", "mean", structure=article()) == [1, 0]
    assert worth([P1, P2], spans((19, 20)), "length", "sum", structure=article()) == [1, 0]


def test_a_node_without_a_place_holds_no_text():
    assert worth(["a"], spans((0, 30)), "length", "sum") == [0]


def test_the_union_of_assessed_nodes():
    qrels = {"element": [P1, SEC1], "grade": [1, 1]}
    results = [f"{P1}|{SEC1}", P2, f"{P1}|{SEC2}"]

    assert worth(results, qrels, "length", "union", structure=article()) == [60, 0, 20]


@given(
    TREES,
    TREES,
    STEPS,
    st.sampled_from(["seen", "printed", "nodes"]),
    st.sampled_from([1, 1 << 18]),
)
def test_unseen_equals_the_definition(results, wanted, chance, shared, block):
    targets = named_targets(spelled(results), spelled(wanted))
    chances = Chances(
        moves(chance, "step"), targets.both, targets.destinations.inventory, want="step"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        found = unseen(chances, np.arange(len(results)), shared)

    for k, tree in enumerate(results):
        seen = slow.redundancy(tree, results[:k], steps_of(chance), shared)
        assert found[k] == pytest.approx(float(1 - seen), abs=1e-9)


def test_other_documents_and_topics_show_nothing():
    run = {
        "topic": ["t", "t", "u"],
        "doc": ["d", "e", "d"],
        "element": ["a"] * 3,
        "rank": [1, 2, 1],
    }
    qrels = {"topic": ["t", "u"], "element": ["a", "a"], "grade": [1, 1]}
    targets = targets_of(view(run, qrels), measure="SRP")
    chances = Chances(NoNav(), targets.both, targets.destinations.inventory, want="step")

    for shared in ("seen", "nodes", "printed"):
        assert unseen(chances, np.arange(3), shared).tolist() == [1, 1, 1]


def test_sums_run_down_the_list():
    seen = view({"tree": ["a", "a", "b"]}, {"tree": ["a", "b"], "grade": [1, 1]})
    targets, total = inferred_sums(SRP(nav=NoNav()), seen)

    # the second a was seen before
    assert total.tolist() == [1, 1, 2]
    assert targets.n_targets.tolist() == [2]
    assert inferred_sums(SRP(nav=NoNav()), seen)[1] is total


def test_each_topic_is_read_as_its_results_are():
    # t lists elements, u passages: both as if the other were not there
    elements = {"element": [SEC1, P1, P2], "start": [None] * 3, "end": [None] * 3}
    passages = {"element": [None] * 2, "start": [0, 3], "end": [30, 60]}
    wanted = {"t": {"element": [P1], "grade": [1]}, "u": {"start": [10], "end": [40]}}
    empty = {"element": [None], "start": [None], "end": [None], "grade": [np.nan]}
    alone = []
    for name, run in (("t", elements), ("u", passages)):
        seen = view(run, {**empty, **wanted[name]}, structure=article())
        alone += inferred_sums(SRP(), seen)[1].tolist()
    run = {key: elements[key] + passages[key] for key in elements}
    qrels = {key: [{**empty, **wanted[name]}[key][0] for name in "tu"] for key in empty}
    both = {"topic": [*"tttuu"], "rank": [1, 2, 3, 1, 2], **run}
    seen = view(both, {"topic": [*"tu"], **qrels}, structure=article())

    assert inferred_sums(SRP(), seen)[1].tolist() == alone


def test_nodes_are_summed_where_it_is_asked_for():
    seen = view({"tree": ["a|b"]}, {"tree": ["a", "b"], "grade": [1, 1]})

    assert inferred_sums(SRP(nav=NoNav()), seen)[1].tolist() == [1]
    assert inferred_sums(SRP(nav=NoNav(), infer="sum"), seen)[1].tolist() == [2]


def test_the_union_is_counted_in_characters():
    check_infer(SRP(), "length", "union")
    check_infer(SRP(), "binary", None)
    with pytest.raises(ParameterError, match="infer must be mean or sum with rel=binary"):
        check_infer(SRP(), "binary", "union")


@pytest.mark.parametrize("across", [False, True])
def test_links_show_results_of_other_documents(across):
    run = {"doc": ["d", "e"], "element": ["a", "b"]}
    qrels = {"doc": ["d", "e"], "element": ["a", "b"], "grade": [1, 1]}
    targets = targets_of(view(run, qrels), measure="SRP")
    model = moves({("a", "b"): 0.25}, "step", across=across)
    chances = Chances(model, targets.both, targets.destinations.inventory, want="step")

    assert unseen(chances, np.arange(2), "seen").tolist() == [1, 0.75 if across else 1]
