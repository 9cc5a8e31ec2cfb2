"""What the rows of the assessments mean (contract, section 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.geometry.assessments.judgements import judged, spans, tree

import partwise.measures  # noqa: F401  registers the names
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments.joined import Assessments
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
