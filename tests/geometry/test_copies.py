"""Copies on the line of relevant text."""

from __future__ import annotations

import numpy as np
import pytest
from tests.geometry.assessments.judgements import judged

from partwise.errors import MissingLengthError, TableError
from partwise.geometry.assessments import Assessments
from partwise.geometry.highlights import Copies, no_copies

X, Y, NONE = 0, 1, -1


def with_copies(rows, lengths=None, **columns):
    """Assessments of rows (document, start, end, text)."""
    doc, start, end, text = zip(*rows, strict=True)
    plain = judged(lengths, doc=doc, start=start, end=end, **columns)
    lengths = plain.tables._lengths
    return Assessments(plain.qrels, lengths=lengths, equivalent=np.array(text, np.int64))


def pieces(found, *intervals):
    low, high = np.array(intervals, np.int64).reshape(-1, 2).T
    return [tuple(piece) for piece in np.stack(found.pieces(low, high)).T.tolist()]


def test_later_copies_stand_for_the_first():
    # the line: a 0..10 is 0..10, a 20..25 is 10..15, b 5..10 is 15..20
    known = with_copies([("a", 0, 10, NONE), ("a", 20, 25, X), ("b", 5, 10, X)])
    found = known.copies

    assert (found.low.tolist(), found.high.tolist(), found.first.tolist()) == ([15], [20], [10])
    assert known.n_characters("CharR").tolist() == [15]
    assert found.of_row(3).tolist() == [-1, 0, 0]
    # row, low, high, where it begins itself
    assert pieces(found, (8, 12), (13, 18), (3, 3), (17, 20)) == [
        (0, 8, 12, 8), (1, 13, 15, 13), (1, 10, 13, 15), (3, 12, 15, 17),
    ]  # fmt: skip


def test_two_copies_in_one_interval_are_one_text():
    found = with_copies([("a", 0, 4, X), ("a", 4, 8, X)]).copies
    row, low, high = found.pieces(np.array([2]), np.array([7])).union()

    assert (row.tolist(), low.tolist(), high.tolist()) == ([0], [0], [4])


def test_one_place_is_no_copy():
    found = with_copies([("a", 0, 4, X), ("a", 0, 4, X), ("b", 0, 9, Y), ("b", 3, 9, NONE)]).copies

    assert not found.any_copies
    assert found.row.size == 0
    assert pieces(found, (0, 3), (2, 2)) == [(0, 0, 3, 0)]


def test_other_topics_are_other_texts():
    known = with_copies([("a", 0, 4, X), ("b", 0, 4, X)], topic=["t", "u"])

    assert not known.copies.any_copies
    assert known.copies.topics.tolist() == [False, False]


def test_what_is_not_relevant_is_no_copy():
    known = with_copies([("a", 0, 4, X), ("b", 0, 9, X)], grade=[1, 0])

    assert not known.copies.any_copies


def test_unequal_copies_are_refused_with_both_rows():
    known = with_copies([("a", 0, 4, X), ("b", 0, 4, Y), ("c", 0, 4, Y), ("c", 5, 10, X)])
    with pytest.raises(TableError) as problem:
        _ = known.copies
    assert str(problem.value) == (
        "row 0: copies of one text differ in length: 4 characters\n"
        "row 3: copies of one text differ in length: 5 characters"
    )


@pytest.mark.parametrize("text", [X, Y])
def test_copies_that_overlap_are_refused_with_both_rows(text):
    rows = [("a", 0, 4, X), ("a", 3, 7, text), ("b", 0, 4, X), ("c", 0, 4, text)]
    with pytest.raises(TableError) as problem:
        _ = with_copies(rows).copies
    assert (
        str(problem.value) == "row 0: this copy overlaps another\nrow 1: this copy overlaps another"
    )


def test_the_first_two_copies_that_overlap_are_named():
    rows = [("a", 0, 4, X), ("a", 10, 14, X), ("a", 12, 16, Y), ("b", 0, 4, Y)]
    with pytest.raises(TableError, match=r"row 1: this copy overlaps another\nrow 2: this copy"):
        _ = with_copies(rows).copies


def test_a_whole_document_is_a_copy_of_its_length():
    rows = [("a", None, None, X), ("b", 3, 12, X)]
    assert with_copies(rows, lengths={"a": 9}).copies.repeated.tolist() == [9]
    with pytest.raises(MissingLengthError, match="length of document a"):
        _ = with_copies(rows).copies


def test_no_copies():
    found = no_copies(3)

    assert not found.any_copies
    assert found.repeated.tolist() == [0, 0, 0]


def test_empty_documents_are_no_copies():
    rows = [("a", None, None, X), ("b", None, None, X), ("c", 0, 4, NONE)]

    assert not with_copies(rows, lengths={"a": 0, "b": 0}).copies.any_copies


def test_text_before_the_first_copy_stays_where_it_is():
    later = Copies(*(np.array([n]) for n in (5, 8, 1, 3)), *np.empty((2, 0), np.int64))
    found = later.pieces(np.array([0, 6]), np.array([10, 7]))

    assert found.row.tolist() == [0, 0, 0, 1]
    assert found.source_low.tolist() == [0, 5, 8, 6]
    assert (found.low.tolist(), found.high.tolist()) == ([0, 1, 8, 2], [5, 4, 10, 3])
