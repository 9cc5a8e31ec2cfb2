"""Assessed elements beside the results of a run."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from tests.geometry.elements.small import FIRST, SECOND, qrels, run, view
from tests.reference import element_tables as tables
from tests.reference.element_tables import structure_of
from tests.reference.element_worlds import topics
from tests.reference.exact_elements import Elements

from partwise.geometry.assessed_elements import (
    found_by_path,
    found_in_text,
    graded_forest,
    highlighted_forest,
)
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels


def nodes(grown):
    rows = zip(grown.forest.segment.tolist(), grown.forest.node.tolist(), strict=True)
    return list(rows)


def two_results(doc=("d0", "d3")):
    return run(
        topic=["t"] * 2,
        doc=list(doc),
        element=[SECOND if d == "d0" else "/x[1]" for d in doc],
        rank=[1, 2],
    )


def test_judged_elements_results_of_their_documents_and_all_above():
    # judged: 1 of d0. The result 2 of d0 joins, with the root 0; d3 has nothing judged
    grown = graded_forest(view(ranked=two_results()).elements)

    assert nodes(grown) == [(0, 0), (0, 1), (0, 2)]
    assert (grown.e.tolist(), grown.s.tolist()) == ([0, 3, 0], [0, 3, 0])
    assert grown.size.tolist() == [20, 10, 10]
    assert grown.highlighted.tolist() == [0, 0, 0]
    assert grown.place[0] == 2
    assert grown.place[1] < 0


def test_highlighted_elements_share_their_text():
    # 5..12 of d0: 7 of 20, 5 of 10, 2 of 10
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], start=[5], end=[12])
    grown = highlighted_forest(view(judged, two_results()).elements)

    assert nodes(grown) == [(0, 0), (0, 1), (0, 2)]
    assert grown.highlighted.tolist() == [7, 5, 2]
    assert grown.s.tolist() == [7 / 20, 0.5, 0.2]
    assert grown.e.tolist() == [0, 0, 0]


def test_an_element_of_one_character():
    tree = structure_of(Elements([None, 0], [5, 1]))
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], start=[0], end=[1])
    grown = highlighted_forest(View(Assessments(judged, structure=tree), run()).elements)

    assert grown.size.tolist() == [5, 1]
    assert grown.s.tolist() == [0.2, 1]


def test_exhaustivity_beside_highlights():
    judged = Qrels.from_columns(
        topic=["t"] * 3, doc=["d0"] * 3, start=[5, None, None], end=[12, None, None],
        element=[None, FIRST, "/x[1]"], e=[np.nan, 2, 1],
    )  # fmt: skip
    seen = view(judged, two_results())
    grown = highlighted_forest(seen.elements)

    assert grown.e.tolist() == [1, 2, 0]
    assert list(seen.notes) == ["1 highlighted element has no e; taken as 0"]


def found(which, judged, ranked):
    return which(view(judged, ranked).elements)


RESULTS = {"topic": ["t"] * 4, "doc": ["d0"] * 4, "rank": [1, 2, 3, 4]}


def test_what_results_return_of_the_text():
    judged = Qrels.from_columns(topic=["t"], doc=["d0"], start=[0], end=[5])
    ranked = run(element=[SECOND, FIRST, "/x[1]", FIRST], **RESULTS)
    hits = found(found_in_text, judged, ranked)

    # assessed: the root (0) and the first child (1); the second child holds nothing
    assert hits.offsets.tolist() == [0, 2]
    assert hits.s.tolist() == [0.25, 0.5]
    assert np.maximum(hits.element_index, -1).tolist() == [-1, 1, 0, 1]
    assert hits.is_repeated.tolist() == [False, False, False, True]
    assert hits.element.all()


def test_what_results_return_by_path_alone():
    judged = qrels(topic=["t"] * 2, doc=["d0"] * 2, element=[SECOND, FIRST], e=[1, 3], s=[1, 3])
    ranked = run(element=["/x[1]", SECOND, None, SECOND], **RESULTS)
    hits = found(found_by_path, judged, ranked)

    assert hits.offsets.tolist() == [0, 2]
    assert (hits.element_index >= 0).tolist() == [False, True, False, True]
    assert hits.e[hits.element_index[[1, 3]]].tolist() == [1, 1]
    assert hits.is_repeated.tolist() == [False, False, True, True]  # a document is its root


def test_a_document_that_was_not_judged_returns_nothing():
    hits = found(found_by_path, qrels(element=["/x[1]"]), run(doc=["d3"], element=["/x[1]"]))

    assert hits.element_index[0] < 0
    assert hits.element.all()


@given(topics())
def test_by_path_and_in_the_trees_results_meet_the_same_elements(world):
    trees, per_topic = world
    seen = tables.view_of(trees, per_topic)
    elements = seen.elements
    grown, by_path = graded_forest(elements), found_by_path(elements)
    docs = tables.documents(trees)

    row = 0
    for topic, (grades, results) in enumerate(per_topic):
        judged_docs = {docs[c] for c in grades} | {docs[0]}
        for c in results:
            pair = grades.get(c, (0, 0)) if c is not None else (0, 0)
            place, at = int(grown.place[row]), int(by_path.element_index[row])
            assert (place >= 0) == (c is not None and docs[c] in judged_docs)
            if place >= 0:
                assert nodes(grown)[place] == (topic, c)
                assert (grown.e[place], grown.s[place]) == pair
            if at >= 0:
                assert (by_path.e[at], by_path.s[at]) == pair
            else:
                assert pair == (0, 0)
            row += 1
