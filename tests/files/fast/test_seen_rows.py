"""Rows that are seen, and gaps between them."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from tests.files.fast.test_sight import sight

from partwise.files.fast.seen_rows import RankedRows, seen_rows


def ranked(sizes, doc, length):
    """Topics of so many rows, each of so many characters."""
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    size = np.array(length)
    return RankedRows(
        topic=np.arange(len(sizes)) + 5,
        offsets=offsets,
        segment=np.repeat(np.arange(len(sizes)), sizes),
        doc=np.array(doc, np.int32),
        start=np.full(size.size, 100),
        end=100 + size,
        leader=np.arange(size.size),
        shares_rank=np.zeros(size.size, bool),
    )


def test_first_rows_judged_rows_and_gaps():
    rows = ranked([6, 2], [3, 3, 3, 3, 1, 3, 3, 3], [10, 20, 30, 40, 50, 60, 7, 8])

    seen = seen_rows(rows, sight(rank=1), judged=np.array([4]))

    assert seen.topic.tolist() == [5, 5, 5, 5, 5, 6, 6]
    assert seen.rank.tolist() == [1, 2, 3, 5, 6, 1, 2]
    assert (seen.end - seen.start).tolist() == [10, 20, 70, 50, 60, 7, 8]
    assert seen.start.tolist() == [100, 100, 0, 100, 0, 100, 100]
    assert seen.doc.tolist() == [3, 3, 3, 1, 3, 3, 3]
    assert len(set(seen.document.tolist())) == 7


def test_a_budget_keeps_rows_that_begin_within_it():
    rows = ranked([5], [3] * 5, [10, 20, 30, 40, 50])

    seen = seen_rows(rows, sight(rank=0, budget=31), judged=np.array([], np.int64))

    assert seen.rank.tolist() == [1, 2, 3, 4]
    assert (seen.end - seen.start).tolist() == [10, 20, 30, 90]


def test_hidden_rows_without_text_leave_no_gap():
    rows = ranked([3], [3] * 3, [10, 0, 0])

    seen = seen_rows(rows, sight(rank=0), judged=np.array([], np.int64))

    assert seen.rank.tolist() == [1]


def test_all_rows_are_the_same_with_and_without_a_look_at_each():
    rows = ranked([6, 2], [3, 3, 3, 3, 1, 3, 3, 3], [10, 0, 30, 40, 50, 60, 7, 8])

    at_once = seen_rows(rows, sight(rank=1 << 40), judged=np.array([4]))
    one_by_one = seen_rows(rows, sight(rank=5), judged=np.array([4]))  # one more is kept

    for name in (field.name for field in fields(at_once)):
        assert getattr(at_once, name).tolist() == getattr(one_by_one, name).tolist()
