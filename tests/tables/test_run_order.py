from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from partwise.errors import UsageError
from partwise.tables.run import Run
from partwise.tables.run_order import (
    contested_ties,
    disagreement,
    order_keys,
    ordered_by,
    tie_keys,
    whole_documents,
)


def run(**columns):
    size = len(next(iter(columns.values()), [0]))
    given = {"topic": ["q"] * size, "doc": [f"d{n}" for n in range(size)]}
    return Run.from_columns(**{**given, **columns})


@pytest.mark.parametrize(
    ("columns", "natural", "by"),
    [
        (("score", "rank", "distance"), "score", "score"),
        (("score", "rank"), "rank", "rank"),
        (("rank", "distance"), "score", "rank"),
        (("distance",), "score", "distance"),
        (("score",), "rank", "score"),
        ((), "score", "file"),
        (("score", "rank"), "file", "file"),
    ],
)
def test_what_orders_a_run(columns, natural, by):
    one = replace(run(**{name: [1] for name in columns}), natural=natural)

    assert ordered_by(one) == by


def test_the_user_decides():
    one = run(score=[1], rank=[1])

    assert [ordered_by(one, order) for order in ("score", "rank", "file")] == [
        "score",
        "rank",
        "file",
    ]
    with pytest.raises(UsageError, match="order must be score, rank or file, not 'size'"):
        ordered_by(one, "size")
    with pytest.raises(UsageError, match="x has no ranks to order it by"):
        ordered_by(run(score=[1]).named("x"), "rank")


def test_keys_ascend():
    one = run(score=[1.0, 3.0], rank=[2, 1])

    assert [key.tolist() for key in order_keys(one)] == [[-1.0, -3.0], [2, 1]]
    assert [key.tolist() for key in order_keys(one, "rank")] == [[2, 1]]
    assert order_keys(one, "file") == []
    assert [key.tolist() for key in order_keys(run(distance=[0.5]))] == [[0.5]]
    # ranks break ties in our own tables only
    assert len(order_keys(replace(one, format="trec-run"))) == 1
    assert len(order_keys(replace(one, format="tsv"))) == 2


def test_whole_documents_stand_where_their_first_part_stood():
    parts = Run.from_columns(
        topic=["q", "q", "q", "p"],
        doc=["a", "b", "a", "a"],
        start=[0, 0, 5, 1],
        end=[4, 4, 9, 2],
        score=[1.0, 2.0, 3.0, 0.5],
        tokens=[1, 1, 1, 1],
        page=[10, 20, 30, 40],
    )

    whole = whole_documents(parts)

    # the second part of a is the better one: b (2.0), a (3.0), and a of topic p
    assert [whole.docs[code] for code in whole.doc] == ["b", "a", "a"]
    assert whole.score is not None
    assert whole.score.tolist() == [2.0, 3.0, 0.5]
    assert whole.extra["page"].tolist() == [20, 30, 40]
    assert whole.holds_documents
    assert (whole.tokens, whole.missing) == (None, "document")
    by_file = whole_documents(parts, "file")
    assert np.array_equal(by_file.extra["page"], [10, 20, 40])


def test_ties_that_ranks_and_document_ids_break_differently():
    def contested(*rank: int, score=(1.0, 1.0, 2.0)):
        run = Run.from_columns(topic=["q"] * 3, doc=["a", "b", "c"], score=score, rank=rank)
        return contested_ties(run)

    assert contested(2, 1, 3) == 0  # b before a, as document ids descend
    assert contested(1, 2, 3) == 2
    assert contested(5, 5, 5) == 0
    assert contested(1, 2, 3, score=(1.0, 1.5, 2.0)) == 0
    assert contested_ties(Run.from_columns(topic=["q"], doc=["a"], score=[1])) == 0


def test_positions_break_what_document_ids_do_not():
    parts = {"topic": ["q"] * 3, "doc": ["a"] * 3, "start": [5, 0, 0], "end": [9, 3, 9]}
    run = Run.from_columns(**parts, score=[1.0] * 3, rank=[3, 2, 1])

    assert contested_ties(run) == 0
    assert np.lexsort(tie_keys(run)[::-1]).tolist() == [2, 1, 0]


def test_rows_that_ranks_and_scores_order_differently():
    topic, rank = np.array([0, 0, 1], np.int32), np.array([1, 2, 1])

    assert disagreement(topic, rank, np.array([5.0, 6.0, 9.0])) == (0, 1)
    assert disagreement(topic, rank, np.array([5.0, 5.0, 9.0])) is None
    assert disagreement(topic, np.array([1, 1, 1]), np.array([5.0, 6.0, 9.0])) is None
    assert disagreement(topic[:0], rank[:0], np.array([])) is None
