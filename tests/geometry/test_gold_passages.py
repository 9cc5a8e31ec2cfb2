from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.assessments import Assessments
from partwise.geometry.passages import Meetings, aspects, gold_passages, meetings
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


PLACE = st.tuples(
    st.sampled_from("tu"), st.sampled_from("ABC"), st.integers(0, 9), st.integers(1, 5)
)


@given(st.lists(PLACE, min_size=1, max_size=6), st.lists(PLACE, max_size=6))
def test_parts_meet_what_shares_a_character_with_them(gold, parts):
    parts.sort(key=lambda row: row[0])
    tables = []
    for make, rows in ((pw.Qrels, gold), (pw.Run, parts)):
        topic, doc, start, size = zip(*rows, strict=True) if rows else ((), (), (), ())
        end = [a + n for a, n in zip(start, size, strict=True)]
        tables.append(make.from_columns(topic=topic, doc=doc, start=start, end=end))
    seen = view(*tables)
    found = meetings(seen, "M")

    topics = list(tables[0].topics)
    listed = [row for topic in topics for row in parts if row[0] == topic]
    expected = {
        (at, to)
        for at, (t, d, a, n) in enumerate(listed)
        for to, (u, e, b, m) in enumerate(gold)
        if (t, d) == (u, e) and max(a, b) < min(a + n, b + m)
    }
    assert set(zip(found.part.tolist(), found.gold.tolist(), strict=True)) == expected
    judged = {(t, d) for t, d, _, _ in gold}
    assert found.judged.tolist() == [(t, d) in judged for t, d, _, _ in listed]


def test_an_empty_document_is_a_passage_of_nothing():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["A", "B"], start=[None, 0], end=[None, 3], grade=[1, 1],
        length=[0, 9], missing="document",
    )  # fmt: skip
    gold = gold_passages(view(qrels), "M")

    assert (gold.start.tolist(), gold.end.tolist()) == ([0, 0], [0, 3])


def test_the_first_passage_of_each_part():
    part, gold = np.array([0, 1, 1, 2, 2]), np.array([4, 3, 5, 0, 1])
    found = Meetings(part, gold, *(part[:0],) * 3, part[:0] > 0)

    assert [column.tolist() for column in found.only_first()] == [[0, 1, 2], [4, 3, 0]]
