"""What a run returned for the judged topics."""

from __future__ import annotations

from partwise.geometry.assessments import Assessments
from partwise.geometry.retrieval import Retrieval
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

JUDGED = Assessments(
    Qrels.from_columns(topic=["t", "t", "u"], doc=["a", "b", "c"], grade=[1, 0, 2])
)


def retrieval(order=None, **columns):
    return Retrieval(JUDGED, Run.from_columns(**columns), order)


def test_rows_stand_by_judged_topic_and_score():
    found = retrieval(topic=["u", "x", "t", "t"], doc=["c", "a", "a", "b"], score=[1, 9, 2, 3])

    assert found.rows.tolist() == [3, 2, 0]
    assert [found.document_name(row) for row in found.rows] == ["b", "a", "c"]


def test_judged_and_relevant_documents():
    found = retrieval(topic=["t"] * 3 + ["u"] * 2, doc=["z", "b", "a", "c", "b"], order="file")

    # pairs: t a, t b, u c
    assert found.judged_documents.pair.tolist() == [1, 0, 2]
    assert found.relevant_documents.pair.tolist() == [0, 2]
    assert found.relevant_from(None) is found.relevant_documents
    assert found.relevant_from(2).pair.tolist() == [2]
    assert found.hit_document.tolist() == [2, 3]
    assert found.pair_of_document.tolist() == [-1, 1, 0, 2, -1]
    assert found.relevant_document.tolist() == [False, False, True, True, False]


def test_a_rank_may_tell_tied_scores_apart():
    columns = {"topic": ["t"] * 4, "doc": list("abcd"), "score": [2, 2, 2, 1]}

    assert retrieval(**columns).shares_rank.tolist() == [False, True, True, False]
    ranked = retrieval("score", rank=[1, 2, 2, 3], **columns)
    assert ranked.ranking.tied.tolist() == [False, True, True, False]
    assert ranked.shares_rank.tolist() == [False, False, True, False]


def test_ranks_that_contradict_scores_are_noted():
    found = retrieval(topic=["t", "t"], doc=["a", "b"], score=[1, 2], rank=[1, 2])
    assert list(found.notes) == []
    found.ranking  # noqa: B018
    assert len(found.notes) == 1
    assert "rank and score disagree for 1 result" in found.notes[0]
