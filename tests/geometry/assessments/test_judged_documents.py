"""Rows gathered by topic and document."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.assessments.judgements import judged, spans

from partwise.errors import TableError
from partwise.geometry.assessments import JudgedDocuments
from partwise.tables.qrels import Qrels


def pairs_of(**columns):
    return judged(**columns).judged_documents


def test_pairs_stand_by_topic_and_then_document():
    pairs = pairs_of(topic=["u", "t", "u", "u"], doc=["b", "b", "a", "b"], grade=[1, 1, 1, 2])

    assert pairs.topic.tolist() == [0, 0, 1]  # u was named first, and so was b
    assert pairs.doc.tolist() == [0, 1, 0]
    assert pairs.offsets.tolist() == [0, 2, 3]
    assert pairs.of_row.tolist() == [0, 2, 1, 0]
    assert pairs.grade.tolist() == [2, 1, 1]


def test_nothing_judged():
    pairs = JudgedDocuments.of(Qrels.from_columns(topic=[], doc=[], grade=[]))

    assert len(pairs) == 0
    assert pairs.grade.size == pairs.bep.size == 0
    assert pairs.find(np.array([0]), np.array([0])).tolist() == [-1]


@given(st.lists(st.tuples(st.sampled_from("tuv"), st.sampled_from("abcd")), min_size=1))
def test_find_is_a_dictionary(rows):
    topic, doc = zip(*rows, strict=True)
    pairs = pairs_of(topic=topic, doc=doc, grade=[1] * len(rows))
    q = pairs.qrels
    asked = [(t, d) for t in range(len(q.topics)) for d in range(-1, len(q.docs))]
    known = {
        (int(t), int(d)): n for n, (t, d) in enumerate(zip(pairs.topic, pairs.doc, strict=True))
    }

    assert len(known) == len(set(rows)) == len(pairs)
    found = pairs.find(*np.array(asked).T)
    assert found.tolist() == [known.get(pair, -1) for pair in asked]
    rows_found = pairs.find(q.topic, q.doc)
    assert rows_found.tolist() == pairs.of_row.tolist()


def test_a_grade_of_zero_highlights_nothing():
    found = judged(doc=["a", "a"], start=[0, 10], end=[5, 20], grade=[0, 1])
    assert spans(found) == [(10, 20)]
    assert found.judged_documents.grade.tolist() == [1]


def test_a_missing_grade_is_one_where_there_is_a_place():
    found = judged(doc=["a", "b"], start=[0, None], end=[5, None], grade=[np.nan, 2])
    assert found.judged_documents.grade.tolist() == [1, 2]


def test_best_entry_points_must_agree():
    with pytest.raises(TableError, match="row 0: document a has two best entry points, 1 and 2"):
        judged(doc=["a", "a"], start=[0, 3], end=[5, 9], bep=[1, 2]).judged_documents.bep  # noqa: B018


def test_best_entry_points_of_any_row():
    pairs = pairs_of(doc=["a", "b", "a"], start=[0, 0, 3], end=[5, 5, 9], bep=[None, None, 4])

    assert pairs.bep.tolist() == [4, -1]


def test_a_document_with_neither_grade_nor_place():
    with pytest.raises(TableError, match="row 1: document b has neither a grade nor a span"):
        pairs_of(doc=["a", "b"], grade=[1, np.nan]).grade  # noqa: B018


@pytest.mark.parametrize(
    ("e", "s", "grade"), [(2, 1, 1), (0, 0, 0), (2, 0, 0), (0, 1, 0), (2, np.nan, 1)]
)
def test_a_pair_counts_as_a_grade_if_both_are_above_zero(e, s, grade):
    pairs = pairs_of(doc=["a"], element=["/x[1]"], e=[e], s=[s])

    assert pairs.grade.tolist() == [grade]
    assert pairs.by_element.tolist() == [grade > 0]
    assert not pairs.highlighted.any()


def test_what_rows_are():
    pairs = pairs_of(
        doc=["a", "b", "c", "d"], start=[0, None, None, None], end=[5, None, None, None],
        element=[None, "/x[1]", "/x[1]", None], grade=[np.nan, np.nan, 1, 1],
    )  # fmt: skip

    assert pairs.highlighted.tolist() == [True, True, False, True]
    assert pairs.graded_element.tolist() == [False, False, True, False]
    assert pairs.whole.tolist() == [False, False, False, True]
    assert pairs.by_element.tolist() == [False, False, True, False]
    assert pairs.placed
    assert not pairs_of(doc=["a"], grade=[1]).placed


def test_topics_that_share_their_only_document():
    pairs = pairs_of(topic=["t", "u", "v"], doc=["a"] * 3, grade=[1] * 3)

    assert (pairs.topic.tolist(), pairs.doc.tolist()) == ([0, 1, 2], [0, 0, 0])
    assert pairs.find(np.array([2, 0]), np.array([0, 0])).tolist() == [2, 0]


def test_places_at_the_beginning_are_places():
    pairs = pairs_of(doc=["a", "b", "c"], start=[0, 0, 3], end=[5, 1, 9], bep=[0, None, 7])

    assert pairs.bep.tolist() == [0, -1, 7]
    assert not pairs.whole.any()
    assert pairs.highlighted.all()
    assert pairs.placed
    with pytest.raises(TableError, match="row 0: document a has two best entry points, 0 and 2"):
        pairs_of(doc=["a", "a"], start=[0, 3], end=[5, 9], bep=[0, 2]).bep  # noqa: B018


@pytest.mark.parametrize(("grade", "relevant"), [(0.5, True), (0, False), (-1, False), (2, True)])
def test_any_grade_above_zero_is_relevant(grade, relevant):
    pairs = pairs_of(doc=["a", "b"], start=[None, 0], end=[None, 4], grade=[grade, grade])

    assert pairs.highlighted.tolist() == [relevant, relevant]
    assert pairs.whole.tolist() == [relevant, False]
    assert pairs.grade.tolist() == [grade, grade]
    named = pairs_of(doc=["a"], element=["/x[1]"], grade=[grade])
    assert named.by_element.tolist() == [relevant]


def test_trees_are_elements_together():
    pairs = pairs_of(doc=["a", "b"], tree=["/x[1]|/y[1]", "/x[1]|/z[1]"], grade=[np.nan, 1])

    assert pairs.highlighted.tolist() == [True, False]
    assert pairs.graded_element.tolist() == [False, True]
    assert (pairs.whole.tolist(), pairs.by_element.tolist()) == ([False, False], [False, True])
    assert pairs.placed


@pytest.mark.parametrize(("e", "s", "grade"), [(1, 0.5, 1), (1, 0.0, 0), (0, 0.5, 0)])
def test_shares_above_zero_count_as_a_grade(e, s, grade):
    pairs = pairs_of(doc=["a"], element=["/x[1]"], e=[e], s=[s], scale="share")

    assert pairs.grade.tolist() == [grade]


@pytest.mark.parametrize(
    "place",
    [{"start": [0], "end": [5]}, {"element": ["/x[1]"]}, {"tree": ["/x[1]|/y[1]"]}],
)
def test_a_single_row_with_a_place(place):
    assert pairs_of(doc=["a"], **place).placed
    assert not judged(doc=["a"], **place).grades_documents_only
