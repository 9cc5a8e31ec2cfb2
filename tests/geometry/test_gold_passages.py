from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.gold_passages import aspects, gold_passages, meetings
from partwise.geometry.view import View

# lines of a document apart, and out of order
QRELS = pw.Qrels.from_columns(
    topic=["t", "t", "u", "t", "t"],
    doc=["A", "B", "A", "A", "C"],
    start=[30, 0, 0, 10, 0],
    end=[40, 20, 5, 35, 9],
    grade=[1, 1, 1, 1, 0],
    aspects=["z", "x", "x", "x| y", "w"],
)
RUN = pw.Run.from_columns(
    topic=["t"] * 4, doc=["A", "D", "A", "A"], start=[5, 0, 40, 12], end=[32, 9, 50, 12]
)


def view(qrels=QRELS, run=RUN):
    return View(Assessments(qrels), run)


def test_passages_stay_as_they_were_judged():
    gold = gold_passages(view(), "M")

    assert gold.row.tolist() == [0, 1, 2, 3]
    assert gold.start.tolist() == [30, 0, 0, 10]
    assert gold.topic.tolist() == [0, 0, 1, 0]
    assert gold.count.tolist() == [3, 1]


def test_the_first_line_counts_first():
    found = meetings(view(), "M")

    assert (found.part.tolist(), found.gold.tolist()) == ([0, 0], [0, 3])
    assert [column.tolist() for column in found.only_first()] == [[0], [0]]
    assert found.judged.tolist() == [True, False, True, True]


def test_aspects_are_text_between_bars_of_one_topic():
    passage, aspect, count = aspects(view(), "M")

    assert passage.tolist() == [0, 1, 2, 3, 3]
    assert aspect.tolist() == [0, 1, 2, 1, 3]
    assert count.tolist() == [3, 1]


def test_what_is_missing():
    documents = pw.Qrels.from_columns(topic=["t"], doc=["A"], grade=[1])
    with pytest.raises(MissingAssessmentError, match="M needs highlighted spans"):
        gold_passages(view(documents), "M")
    bare = pw.Qrels.from_columns(topic=["t"], doc=["A"], start=[0], end=[3])
    with pytest.raises(MissingAssessmentError, match="M needs aspects"):
        aspects(view(bare), "M")
    whole = pw.Qrels.from_columns(
        topic=["t", "t"],
        doc=["A", "B"],
        start=[0, None],
        end=[3, None],
        grade=[1, 1],
        missing="document",
    )
    with pytest.raises(MissingLengthError):
        gold_passages(view(whole), "M")
