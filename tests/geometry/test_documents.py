"""Retrieved documents, and which of them were judged."""

from __future__ import annotations

import numpy as np

from partwise.geometry.assessments import Assessments
from partwise.geometry.ranking import ranking
from partwise.geometry.retrieval import RankedPairs, find_judged, gather_documents, judged_codes
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

JUDGED = Assessments(
    Qrels.from_columns(topic=["t", "t", "u"], doc=["b", "a", "a"], grade=[1, 0, 1])
)


def gathered(run, judged=JUDGED):
    listed = ranking(run, judged, "file")
    retrieved = gather_documents(run, listed, listed.rows)
    return retrieved, find_judged(judged, retrieved, judged_codes(run, judged))


def run_of(topic, doc):
    n = len(doc)
    return Run.from_columns(topic=list(topic), doc=list(doc), start=range(n), end=range(1, n + 1))


def test_parts_are_gathered_at_the_first_of_their_document():
    run = run_of("ttttu", "cacba")
    retrieved, seen = gathered(run)

    assert [run.docs[code] for code in retrieved.doc] == ["c", "a", "b", "a"]
    assert retrieved.first.tolist() == [0, 1, 3, 4]
    assert retrieved.of_place.tolist() == [0, 1, 0, 2, 3]
    assert retrieved.offsets.tolist() == [0, 3, 4]
    assert retrieved.n_scattered == 1
    assert seen.rank.tolist() == [2, 3, 1]  # c was not judged, and counts
    assert seen.offsets.tolist() == [0, 2, 3]


def test_nothing_retrieved():
    retrieved, seen = gathered(run_of("", ""))

    assert retrieved.offsets.tolist() == seen.offsets.tolist() == [0, 0, 0]
    assert (len(seen), retrieved.n_scattered) == (0, 0)
    assert seen.lead.tolist() == []


def test_those_at_the_top_keep_their_ranks():
    seen = RankedPairs(np.array([0, 3, 3, 4]), np.array([1, 4, 6, 2]), np.array([7, 8, 9, 5]))

    assert seen.topic.tolist() == [0, 0, 0, 2]
    assert seen.count.tolist() == [3, 0, 1]
    assert seen.nth.tolist() == [1, 2, 3, 1]
    assert seen.lead.tolist() == [0, 3]
    assert seen.top(None) is seen
    few = seen.top(4)
    assert (few.rank.tolist(), few.pair.tolist()) == ([1, 4, 2], [7, 8, 5])
    assert few.offsets.tolist() == [0, 2, 2, 3]
    last = seen.where(np.array([False, False, True, True]))
    assert (last.rank.tolist(), last.nth.tolist()) == ([6, 2], [1, 1])


def test_documents_of_many_topics_are_told_apart():
    names = "rstuvw"
    judged = Assessments(Qrels.from_columns(topic=[*names], doc=["a"] * 6, grade=[1] * 6))
    retrieved, _ = gathered(run_of([t for t in names for _ in "ab"], "ab" * 6), judged)

    assert retrieved.offsets.tolist() == [0, 2, 4, 6, 8, 10, 12]
    assert retrieved.n_scattered == 0
