"""What the rows of the assessments mean (contract, section 4)."""

from __future__ import annotations

import numpy as np
import pytest

import partwise.measures  # noqa: F401  registers the names
from partwise.errors import MissingAssessmentError, MissingLengthError, TableError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure


def judged(lengths=None, structure=None, *, lenient=False, **columns):
    n = len(columns["doc"])
    table = None
    if lengths:
        table = Lengths.from_columns(doc=list(lengths), length=list(lengths.values()))
    qrels = Qrels.from_columns(**{"topic": ["t"] * n, "missing": "document", **columns})
    return Assessments(qrels, lengths=table, structure=structure, lenient=lenient)


def spans(assessments):
    found = assessments.entry_highlights
    return list(zip(found.start.tolist(), found.end.tolist(), strict=True))


def test_overlapping_and_touching_spans_are_merged_with_a_note():
    found = judged(doc=["a"] * 4, start=[5, 0, 20, 30], end=[12, 6, 30, 31])

    assert spans(found) == [(0, 12), (20, 31)]
    assert found.notes[0] == (
        "judged spans overlap and were merged: 1 character highlighted more than once"
    )
    assert found.relevant.tolist() == [True]


def test_spans_are_clipped_to_the_document():
    found = judged({"a": 10, "b": 10}, doc=["a", "b"], start=[5, 10], end=[15, 20])

    assert spans(found) == [(5, 10)]
    assert found.relevant.tolist() == [True, False]
    assert list(found.notes) == [
        "2 judged spans extend past the end of their document and were truncated"
    ]


def test_a_grade_of_zero_highlights_nothing():
    found = judged(doc=["a", "a"], start=[0, 10], end=[5, 20], grade=[0, 1])
    assert spans(found) == [(10, 20)]
    assert found.judged_documents.grade.tolist() == [1]


def test_a_missing_grade_is_one_where_there_is_a_place():
    found = judged(doc=["a", "b"], start=[0, None], end=[5, None], grade=[np.nan, 2])
    assert found.judged_documents.grade.tolist() == [1, 2]


def test_a_graded_document_is_relevant_as_a_whole():
    assert spans(judged({"a": 7}, doc=["a"], grade=[1])) == [(0, 7)]
    unknown = judged(doc=["a"], grade=[1])
    assert unknown.n_relevant.tolist() == [1]
    with pytest.raises(MissingLengthError, match="length of document a is not known, and CharR"):
        unknown.n_characters("CharR")


def test_topics_without_rows_have_nothing_relevant():
    from partwise.tables.names import Names

    qrels = Qrels.from_columns(topic=["x"], doc=["a"], grade=[1])
    from dataclasses import replace

    found = Assessments(replace(qrels, topics=Names.of(["x", "y"])))
    assert found.n_relevant.tolist() == [1, 0]


def test_graded_elements_are_no_highlights():
    by_grade = judged(doc=["a"], element=["/x[1]"], grade=[1])
    by_pair = judged(doc=["a"], element=["/x[1]"], e=[2], s=[1.0])
    for found in (by_grade, by_pair):
        assert found.relevant.tolist() == [True]
        with pytest.raises(MissingAssessmentError) as error:
            found.highlights("CharP")
        assert str(error.value) == (
            "these assessments grade elements; character measures need highlighted spans"
        )


def test_graded_elements_beside_highlights_are_ignored():
    found = judged(
        doc=["a", "a"], element=[None, "/x[1]"], start=[3, None], end=[9, None], grade=[1, np.nan],
        e=[np.nan, 2], s=[np.nan, 0.5],
    )  # fmt: skip
    assert spans(found) == [(3, 9)]


def tree():
    return Structure.from_columns(
        doc=["a", "a"], node=[0, 1], parent=[None, 0], path=["/x[1]", "/x[1]/y[1]"],
        tag=["x", "y"], start=[0, 4], end=[20, 9], depth=[1, 2],
    )  # fmt: skip


def test_an_element_that_nobody_graded_highlights_its_extent():
    found = judged(structure=tree(), doc=["a"], element=["/x[1]/y[1]"])
    assert spans(found) == [(4, 9)]
    assert found.length.tolist() == [20]


def test_an_element_cannot_be_placed_without_a_structure():
    found = judged(doc=["a"], element=["/x[1]/y[1]"])
    assert found.n_relevant.tolist() == [1]
    with pytest.raises(ValueError, match="structure="):
        found.highlights("CharP")


def test_assessors_are_merged_with_a_note():
    found = judged(doc=["a", "a"], start=[0, 3], end=[5, 9], assessor=["kim", "lee"])
    assert spans(found) == [(0, 9)]
    merged = "the highlights of 2 assessors were merged (assessor=... takes one)"
    assert list(found.notes) == [merged]


def test_best_entry_points_must_agree():
    with pytest.raises(TableError, match="row 0: document a has two best entry points, 1 and 2"):
        judged(doc=["a", "a"], start=[0, 3], end=[5, 9], bep=[1, 2]).judged_documents.bep  # noqa: B018


def test_the_first_relevant_character_stands_in_for_an_entry_point():
    found = judged(doc=["a", "b"], start=[7, 3], end=[8, 9], bep=[1, None])
    assert found.entry_points().tolist() == [1, 3]
    assert tuple(found.notes) == (
        "1 relevant document has no best entry point; the first relevant character stands in",
    )


def test_lengths_come_from_the_table_the_structure_and_the_assessments():
    found = judged({"c": 7}, tree(), doc=["a", "b", "c"], grade=[1, 1, 1], length=[None, 30, 7])
    assert found.length.tolist() == [20, 30, 7]
    assert found.lengths.of(found.qrels.docs.take(np.array([2, 0]))).tolist() == [7, 20]


@pytest.mark.parametrize(
    ("lengths", "structure", "given", "words"),
    [
        ({"a": 5}, None, [6, 6], "document a is 5 long in the lengths, 6 in the assessments"),
        ({"a": 5}, tree(), [None] * 2, "document a is 5 long in the lengths, 20 in the structure"),
        (None, tree(), [6, 6], "document a is 20 long in the structure, 6 in the assessments"),
        (None, None, [6, 7], "row 1: document a is 7 long here, 6 before"),
    ],
)
def test_lengths_that_disagree(lengths, structure, given, words):
    columns = {"doc": ["a", "a"], "start": [0, 2], "end": [1, 3], "length": given}
    with pytest.raises(TableError, match=words):
        judged(lengths, structure, **columns).lengths  # noqa: B018
    found = judged(lengths, structure, lenient=True, **columns)
    wanted = 5 if lengths else 20 if structure else 6
    assert found.length.tolist() == [wanted]
    assert "warning: 1 document length differs between sources; the first was taken" in found.notes


def test_offsets_beyond_counting_are_refused():
    far = 2**62
    found = judged(doc=["a", "b", "c"], start=[0, 0, 0], end=[far, far, far])
    with pytest.raises(TableError, match="too far"):
        found.relevant  # noqa: B018


def test_grades_are_needed_where_they_are_asked_for():
    found = judged(doc=["a"], start=[0], end=[5])
    run = Run.from_columns(topic=["t"], doc=["a"])
    with pytest.raises(MissingAssessmentError, match="gain=given needs grades"):
        parse("nDCG(gain=given)").values(View(found, run))
    assert parse("nDCG").values(View(found, run)).tolist() == [1.0]
