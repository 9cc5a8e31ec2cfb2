"""What the rows of the assessments mean (contract, section 4)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.geometry.assessments.judgements import judged, spans, tree

import partwise.measures  # noqa: F401  registers the names
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def test_a_graded_document_is_relevant_as_a_whole():
    assert spans(judged({"a": 7}, doc=["a"], grade=[1])) == [(0, 7)]
    unknown = judged(doc=["a"], grade=[1])
    assert unknown.n_relevant.tolist() == [1]
    with pytest.raises(MissingLengthError, match="length of document a is not known, and CharR"):
        unknown.n_characters("CharR")


def test_topics_without_rows_have_nothing_relevant():
    qrels = Qrels.from_columns(topic=["x"], doc=["a"], grade=[1])

    found = Assessments(replace(qrels, topics=Names.of(["x", "y"])))
    assert found.n_relevant.tolist() == [1, 0]


def test_an_element_that_nobody_graded_highlights_its_extent():
    found = judged(structure=tree(), doc=["a"], element=["/x[1]/y[1]"])
    assert spans(found) == [(4, 9)]
    assert found.length.tolist() == [20]


def test_an_element_cannot_be_placed_without_a_structure():
    found = judged(doc=["a"], element=["/x[1]/y[1]"])
    assert found.n_relevant.tolist() == [1]
    with pytest.raises(ValueError, match="structure="):
        found.highlights("CharP")


def test_the_first_relevant_character_stands_in_for_an_entry_point():
    found = judged(doc=["a", "b"], start=[7, 3], end=[8, 9], bep=[1, None])
    assert found.entry_points().tolist() == [1, 3]
    assert tuple(found.notes) == (
        "1 relevant document has no best entry point; the first relevant character stands in",
    )


def test_grades_are_needed_where_they_are_asked_for():
    found = judged(doc=["a"], start=[0], end=[5])
    run = Run.from_columns(topic=["t"], doc=["a"])
    with pytest.raises(MissingAssessmentError, match="gain=given needs grades"):
        parse("nDCG(gain=given)").values(View(found, run))
    assert parse("nDCG").values(View(found, run)).tolist() == [1.0]


def test_an_entry_point_at_the_beginning_is_one():
    found = judged(
        doc=["a", "b", "c"], start=[7, 3, 4], end=[8, 9, 6], bep=[0, None, None], grade=[1, 1, 0]
    )
    assert found.entry_points()[:2].tolist() == [0, 3]
    assert tuple(found.notes) == (
        "1 relevant document has no best entry point; the first relevant character stands in",
    )


def test_documents_are_relevant_by_text_by_elements_or_whole():
    columns = {
        "doc": [*"abcde"], "start": [0, None, None, None, 3], "end": [5, None, None, None, 4],
        "element": [None, None, "/x[1]", None, None], "grade": [None, 1, 1, 0, 0],
    }  # fmt: skip
    found = judged(**columns)
    assert found.relevant.tolist() == [True, True, True, False, False]
    assert found.n_relevant.tolist() == [3]
    # text that is shown by an element, or by a tree, cannot be placed without a structure
    for named in ({"element": ["/x[1]", None]}, {"tree": ["/x[1]|/y[1]", None]}):
        bare = judged(doc=["a", "b"], start=[None, 0], end=[None, 5], grade=[None, 0], **named)
        assert bare.relevant.tolist() == [True, False]


@pytest.mark.parametrize(
    ("rel", "relevant"),
    [(None, [0, 1, 1, 1]), (0.5, [0, 1, 1, 1]), (1, [0, 0, 1, 1]), (2, [0, 0, 0, 1]), (3, [0] * 4)],
)
def test_documents_relevant_from_a_grade_on(rel, relevant):
    found = judged(topic=[*"ttuu"], doc=[*"abcd"], grade=[0, 0.5, 1, 2])

    assert found.relevant_from(rel).tolist() == [bool(one) for one in relevant]
    assert found.n_relevant_from(rel).tolist() == [sum(relevant[:2]), sum(relevant[2:])]


def test_spans_of_some_pairs():
    found = judged(doc=["a", "b", "a", "c"], start=[0, 5, 9, 2], end=[3, 7, 12, 4])
    start, end, owner = found.spans_of(np.array([2, 0, 1]))

    assert list(zip(start, end, owner, strict=True)) == [
        (2, 4, 0),
        (0, 3, 1),
        (9, 12, 1),
        (5, 7, 2),
    ]
    assert found.n_relevant_in(np.array([2, 0]), "CharR").tolist() == [2, 6]
    assert found.n_characters("CharR").tolist() == [10]


def test_a_length_is_needed_only_of_the_pairs_that_are_asked_for():
    found = judged({"b": 9}, doc=["a", "b"], grade=[1, 1])

    assert found.n_relevant_in(np.array([1]), "CharR").tolist() == [9]
    assert found.need_lengths(np.array([1]), "CharR").tolist() == [9]
    for ask in (found.n_relevant_in, found.need_lengths):
        with pytest.raises(MissingLengthError, match="length of document a"):
            ask(np.array([1, 0]), "CharR")


def test_a_document_whose_highlights_hold_no_text_is_not_relevant():
    # b ends before its span starts
    found = judged({"a": 10, "b": 10}, doc=["a", "b"], start=[0, 20], end=[5, 30])

    assert found.relevant.tolist() == [True, False]
    assert found.n_relevant.tolist() == [1]
