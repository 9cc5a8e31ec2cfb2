"""Highlighted text of judged documents: clipped, merged, or refused."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.assessments.judgements import judged, spans

from partwise.errors import MissingAssessmentError, TableError
from partwise.geometry.highlights import Highlights, clipped_rows
from partwise.messages import Notes


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
        "1 judged span extends past the end of its document and was truncated",
        "warning: 1 judged span begins past the end of its document and holds no text. Do offsets "
        "count something else, or is it another text?",
    ]


def test_a_span_up_to_the_end_is_not_clipped():
    found = judged({"a": 10}, doc=["a"], start=[5], end=[10])

    assert spans(found) == [(5, 10)]
    assert list(found.notes) == []


def test_the_first_relevant_character_of_each_document():
    # b has nothing, a whole document of unknown length begins at 0
    none = np.zeros(1, np.int64)
    found = Highlights(
        np.array([0, 2, 2, 3]), np.array([7, 20, 3]), np.array([9, 30, 5]), np.array([12, 0, 2]),
        np.array([False, False, True]),
    )  # fmt: skip

    assert found.first.tolist() == [7, 0, 0]
    last = Highlights(np.array([0, 0]), none[:0], none[:0], none, none > 0)
    assert last.first.tolist() == [0]


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


def test_assessors_are_merged_with_a_note():
    found = judged(doc=["a", "a"], start=[0, 3], end=[5, 9], assessor=["kim", "lee"])
    assert spans(found) == [(0, 9)]
    merged = "the highlights of 2 assessors were merged (assessor=... takes one)"
    assert list(found.notes) == [merged]


def test_offsets_beyond_counting_are_refused():
    far = 2**62
    found = judged(doc=["a", "b", "c"], start=[0, 0, 0], end=[far, far, far])
    with pytest.raises(TableError, match="too far"):
        found.relevant  # noqa: B018


def test_elements_that_are_not_relevant_are_no_obstacle():
    found = judged(
        doc=["a", "b"], element=[None, "/x[1]"], start=[3, None], end=[9, None], grade=[1, 0]
    )
    assert spans(found) == [(3, 9)]


def test_only_topics_with_several_assessors_are_merged():
    columns = {"doc": ["a", "a", "b"], "start": [0, 0, 0], "end": [5, 5, 5]}
    found = judged(topic=["t", "u", "t"], assessor=["kim", "lee", "kim"], **columns)

    assert spans(found) == [(0, 5)] * 3
    assert list(found.notes) == []


def test_the_first_relevant_character_of_each_pair():
    found = judged(
        doc=["a", "b", "c", "b"], start=[7, 3, None, 1], end=[8, 9, None, 2], grade=[1, 1, 1, 0]
    ).entry_highlights

    assert found.first.tolist() == [7, 3, 0]
    assert found.size.tolist() == [1, 6, 0]
    assert found.endless.tolist() == [False, False, True]


def test_a_whole_document_beside_a_span_takes_it_in():
    found = judged({"a": 10}, doc=["a", "a"], start=[2, None], end=[4, None], grade=[1, 1])

    assert spans(found) == [(0, 10)]


SPANS = st.tuples(
    st.sampled_from("tu"), st.sampled_from("ab"), st.integers(0, 12), st.integers(1, 6)
)


@given(st.lists(SPANS, min_size=1, max_size=8), st.none() | st.integers(1, 12))
def test_equals_sets_of_characters(rows, length):
    topic, doc, start, size = zip(*rows, strict=True)
    end = [a + n for a, n in zip(start, size, strict=True)]
    lengths = None if length is None else {"a": length}
    found = judged(lengths, topic=topic, doc=doc, start=start, end=end)

    pairs, marked = found.judged_documents, found.entry_highlights
    for pair in range(len(pairs)):
        here = found.topics[int(pairs.topic[pair])], found.qrels.docs[int(pairs.doc[pair])]
        expected = {c for t, d, a, n in rows if (t, d) == here for c in range(a, a + n)}
        if here[1] == "a" and length is not None:
            expected &= set(range(length))
        of_pair = slice(*marked.offsets[pair : pair + 2])
        mine = list(zip(marked.start[of_pair], marked.end[of_pair], strict=True))
        assert {c for a, b in mine for c in range(a, b)} == expected
        assert sum(b - a for a, b in mine) == marked.size[pair] == len(expected)
        assert all(b < a for (_, b), (a, _) in pairwise(mine))


def test_spans_are_left_as_they_are_where_nothing_is_clipped():
    found = judged({"a": 10, "b": 10}, doc=["a", "b", "b"], start=[5, 10, 0], end=[15, 20, 3])
    for clip, places in ((True, [(5, 10), (10, 10), (0, 3)]), (False, [(5, 15), (10, 20), (0, 3)])):
        notes = Notes()
        start, end, whole = clipped_rows(found.tables, notes, clip=clip)
        assert list(zip(start.tolist(), end.tolist(), strict=True)) == places
        assert not whole.any()
        assert len(notes) == (2 if clip else 0)
