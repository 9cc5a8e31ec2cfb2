"""Notes on tied scores."""

from __future__ import annotations

from itertools import accumulate
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.views import notes, row, view

from partwise.evaluation.notes import joined_notes, without_empty
from partwise.geometry import run_notes
from partwise.geometry.assessments import Assessments
from partwise.geometry.run_notes import note_ties
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

QRELS = Qrels.from_columns(topic=["t", "u"], doc=["a", "a"], grade=[1, 1])


def told(measures=(), order=None, **columns):
    run = Run.from_columns(**{"topic": ["t"] * len(columns["doc"]), **columns})
    seen = View(Assessments(QRELS), run, order=order)
    note_ties(seen, [parse(text) for text in measures])
    return list(seen.notes)


def test_no_ties_no_notes():
    assert told(["P@1"], doc=["a", "b"], score=[2, 1]) == []
    assert told(["P@1"], doc=[], score=[]) == []


def test_equal_scores_of_two_topics_are_no_tie():
    assert told(["P@1"], topic=["t", "u"], doc=["a", "a"], score=[1, 1]) == []


def test_within_one_document_only_the_position_decides():
    columns = {"start": [0, 5], "end": [5, 9], "score": [1, 1]}

    assert told(doc=["a", "a"], **columns) == ["1 tied score; ties broken by position"]
    assert told(doc=["a", "b"], **columns) == [
        "1 tied score; ties broken by document id (descending), then position"
    ]


def test_tied_ranks_are_called_ranks():
    assert told(doc=["a", "b"], rank=[1, 1])[0].startswith("1 tied rank; ")


@pytest.mark.parametrize(
    ("rank", "how"),
    [
        ([1, 2, 3], "rank"),
        ([1, 1, 2], "rank, then document id (descending), then position"),
        ([1, 1, 1], "document id (descending), then position"),
    ],
)
def test_the_column_rank_decides_before_anything_else(rank, how):
    found = told(order="score", doc=["a", "b", "c"], score=[1, 1, 1], rank=rank)

    assert found[0] == f"2 tied scores; ties broken by {how}"


def test_ranks_that_break_a_tie_also_split_it_at_the_cutoff():
    columns = {"doc": ["a", "b"], "score": [1, 1]}

    assert len(told(["P@1", "P@2"], **columns)) == 2
    assert len(told(["P@1"], rank=[1, 2], **columns)) == 1


def test_every_topic_whose_cutoff_is_spanned_is_named_once():
    found = told(
        ["P@1", "R@1", "P@2"], topic=["t", "t", "u", "u"], doc=["a", "b"] * 2, score=[1, 1, 1, 1]
    )

    assert found[1:] == ["a tie spans the cutoff 1 in topics t, u"]


def test_ties_are_counted_and_cutoffs_they_straddle_named():
    # Parts b a | c b | d: rank 1 splits a tie of parts, documents b a | c | d split none at 2.
    parts = [row(d, 0, 5, score=s) for d, s in (("a", 2), ("b", 2), ("b", 1), ("c", 1), ("d", 0))]
    ties = "2 tied scores; ties broken by document id (descending), then position"

    found = notes(view(parts), "CharP@1", "CharP@2", "P@2", "CharP@4")
    assert found[-2:] == [ties, "a tie spans the cutoff 1 in topic t"]
    found = notes(view(parts), "P@1", "CharP@3")
    assert found[-3:] == [
        ties,
        "a tie spans the cutoff 1 in topic t",
        "a tie spans the cutoff 3 in topic t",
    ]
    assert notes(view(parts), "P@3")[-1] == ties


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=6), st.randoms())
def test_tied_places_topic_by_topic(blocks, random):
    """Rows of topics stand together in any order; some belong to topics that nobody judged."""
    sizes = [size for size, _ in blocks]
    ends = list(accumulate(sizes))
    spans = [(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    judged = [span if there else (0, 0) for span, (_, there) in zip(spans, blocks, strict=True)]
    random.shuffle(judged)
    tied = np.array([random.random() < 0.5 for _ in range(sum(sizes))], bool)
    begin, end = np.array(judged, np.int64).reshape(-1, 2).T
    listed = SimpleNamespace(begin=begin, end=end, tied=tied)

    wanted = [row for a, b in judged for row in range(a, b) if tied[row]]
    assert run_notes._tied_places(SimpleNamespace(ranking=listed)).tolist() == wanted


def test_topics_looked_at_apart_are_named_at_their_own_cutoffs():
    def noted(topic, score):
        run = Run.from_columns(topic=[topic] * 3, doc=["a", "b", "c"], score=score)
        seen = View(Assessments(QRELS), run)
        note_ties(seen, [parse("P@1"), parse("P@2")])
        return seen.notes.in_order()

    apart = joined_notes([noted("t", [3, 1, 1]), noted("u", [2, 2, 1])], {"t": 0, "u": 1})

    assert without_empty(apart)[1:] == [
        "a tie spans the cutoff 1 in topic u",
        "a tie spans the cutoff 2 in topic t",
    ]
