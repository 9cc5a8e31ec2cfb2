from __future__ import annotations

import math

import pytest

from partwise.errors import TableError
from partwise.files.formats.whole_documents import document_grades, documents_of
from partwise.files.parsing.losses import Loss, Losses
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def run(**columns) -> Run:
    return Run.from_columns(topic=["q", "q", "r", "q"], doc=["a", "b", "a", "a"], **columns)


def test_documents_stay_as_they_are():
    table = run(score=[1, 2, 3, 4])

    assert documents_of(table, Loss("a list", allowed=None)) is table


def test_a_document_stands_where_its_first_part_stood():
    losses = Losses()
    parts = run(start=[0] * 4, end=[5] * 4, score=[1, 2, 3, 4])
    done = documents_of(parts, Loss("a list", allowed=losses))

    assert done.whole.all()
    assert [done.docs[code] for code in done.doc] == ["b", "a", "a"]
    assert done.score.tolist() == [2.0, 3.0, 4.0]
    assert losses.notes == ("4 parts became 3 documents; the places are left out",)
    with pytest.raises(TableError, match="row 0: a list cannot hold parts of documents"):
        documents_of(parts, Loss("a list", allowed=None))


def test_graded_documents_stay_as_they_are():
    table = Qrels.from_columns(topic=["q", "q"], doc=["a", "b"], grade=[2, 0])
    first, grade = document_grades(table, Loss("a list", allowed=None))

    assert (first.tolist(), grade.tolist()) == ([0, 1], [2.0, 0.0])


def test_a_document_graded_twice():
    table = Qrels.from_columns(topic=["q", "q"], doc=["a", "a"], grade=[2, 0])

    with pytest.raises(TableError, match="row 1: a list cannot hold a document twice for one"):
        document_grades(table, Loss("a list", allowed=Losses()))


def test_the_largest_grade_of_all_rows():
    table = Qrels.from_columns(
        topic=["q"] * 5,
        doc=["a", "b", "a", "c", "d"],
        start=[0, None, 5, 0, None],
        end=[3, None, 9, 4, None],
        element=[None, "/a[1]", None, None, None],
        e=[None, 0, None, None, None],
        s=[None, 1, None, None, None],
        grade=[1, None, 3, None, 0],
    )
    losses = Losses()
    first, grade = document_grades(table, Loss("a list", allowed=losses))

    assert first.tolist() == [0, 1, 3, 4]
    assert grade.tolist() == [3.0, 0.0, 1.0, 0.0]  # an element without e is not relevant
    assert losses.notes == (
        "2 documents judged by spans became document grades; the spans are left out",
        "1 document judged by elements became a document grade; the elements are left out",
    )


def test_a_document_without_grade_beside_places_stays_without():
    table = Qrels.from_columns(
        topic=["q"] * 2, doc=["a", "b"], start=[0, None], end=[3, None], grade=[1, -1]
    )
    _, grade = document_grades(table, Loss("a list", allowed=Losses()))

    assert grade.tolist() == [1.0, -1.0]
    assert not any(math.isnan(value) for value in grade)
