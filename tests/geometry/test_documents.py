"""Retrieved documents, and which of them were judged."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.documents import Found, documents, found, found_in_place
from partwise.geometry.ranking import ranking
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import RankedRun
from partwise.tables.run import Run

JUDGED = Assessments(
    Qrels.from_columns(topic=["t", "t", "u"], doc=["b", "a", "a"], grade=[1, 0, 1])
)


def gathered(run, judged=JUDGED):
    listed = ranking(run, judged, "file")
    retrieved = documents(run, listed, listed.rows)
    return retrieved, found(run, judged, retrieved)


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
    seen = Found(np.array([0, 3, 3, 4]), np.array([1, 4, 6, 2]), np.array([7, 8, 9, 5]))

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


def ranked(lists, docs):
    """Lists of documents; those that are not in `docs` have no name."""
    topics, known = Names.of(dict.fromkeys(t for t, _ in lists)), Names.of(docs)
    rows = [(t, d) for t, names in lists for d in names]
    return RankedRun(
        "run",
        topics,
        np.array([topics.index[t] for t, _ in rows], np.int32),
        known,
        np.array([known.index.get(d, len(known)) for _, d in rows], np.int32),
        np.zeros(len(rows), np.bool_),
    )


LISTS = st.permutations("tux").flatmap(
    lambda topics: st.tuples(
        *(st.tuples(st.just(t), st.lists(st.sampled_from("abcyz"), unique=True)) for t in topics)
    )
)


@given(LISTS, st.permutations("abc"))
def test_a_ranked_run_finds_what_any_run_finds(lists, docs):
    # x is not judged, y and z have no names: both ways must agree on rank and pair
    compact = ranked(lists, docs)
    rows = [(t, d) for t, names in lists for d in names]
    _, slow = gathered(run_of([t for t, _ in rows], [d for _, d in rows]))

    fast = found_in_place(compact, JUDGED, ranking(compact, JUDGED, None))
    for column in ("offsets", "rank", "pair"):
        assert getattr(fast, column).tolist() == getattr(slow, column).tolist()


def test_documents_without_a_name_are_documents_of_their_own():
    run = ranked([("t", "yzb"), ("u", "za")], "ab")
    listed = ranking(run, JUDGED, None)
    retrieved = documents(run, listed, np.arange(5))

    assert retrieved.offsets.tolist() == [0, 3, 5]
    assert retrieved.doc.tolist() == [2, 2, 1, 2, 0]
    assert found(run, JUDGED, retrieved).rank.tolist() == [3, 2]
    more = ranked([("t", "yzba")], "ab")
    assert documents(more, ranking(more, JUDGED, None), np.arange(4)).doc.tolist() == [2, 2, 1, 0]


def test_topics_of_which_the_first_alone_is_in_order():
    judged = Assessments(Qrels.from_columns(topic=[*"tuv"], doc=["a"] * 3, grade=[1] * 3))
    run = ranked([("t", "a"), ("v", "ya"), ("u", "yza")], "a")
    found = found_in_place(run, judged, ranking(run, judged, None))

    assert found.offsets.tolist() == [0, 1, 2, 3]
    assert (found.rank.tolist(), found.pair.tolist()) == ([1, 3, 2], [0, 1, 2])


def test_topics_in_another_order_than_that_of_the_assessments():
    judged = Assessments(
        Qrels.from_columns(topic=["t", "t", "u", "u"], doc=["a", "b", "a", "b"], grade=[1] * 4)
    )
    run = ranked([("u", "yba"), ("t", "ab")], "ab")
    found = found_in_place(run, judged, ranking(run, judged, None))

    assert found.offsets.tolist() == [0, 2, 4]
    assert found.rank.tolist() == [1, 2, 2, 3]
    assert found.pair.tolist() == [0, 1, 3, 2]


def test_documents_of_many_topics_are_told_apart():
    names = "rstuvw"
    judged = Assessments(Qrels.from_columns(topic=[*names], doc=["a"] * 6, grade=[1] * 6))
    retrieved, _ = gathered(run_of([t for t in names for _ in "ab"], "ab" * 6), judged)

    assert retrieved.offsets.tolist() == [0, 2, 4, 6, 8, 10, 12]
    assert retrieved.n_scattered == 0
