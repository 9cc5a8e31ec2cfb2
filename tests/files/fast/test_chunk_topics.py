"""Topics of a block: ranked by the tie rule, cut down and counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.files.fast.test_chunk_rows import read
from tests.files.fast.test_sight import sight

from partwise.files.fast.chunk_topics import seen_topics, signs_of_names
from partwise.files.fast.doc_names import Strangers
from partwise.files.fast.judged import Judged

PLAIN = ("topic", "doc", "start", "end", "score")


def seen(*lines, columns=PLAIN, **options):
    what = sight(docs=("a", "b", "c"), **options)
    present = np.zeros(4, bool)
    found = seen_topics(
        read(*lines, columns=columns), what, Judged(what.docs), present, Strangers()
    )
    return found, present


def test_ties_go_by_name_descending_then_place():
    found, _ = seen(
        "q0\ta\t0\t5\t1",
        "q0\tb\t9\t12\t1",
        "q0\tb\t2\t4\t1",
        "q0\tb\t2\t6\t1",
        "q0\tx\t0\t1\t2",
        rank=9,
    )

    assert found.seen.doc.tolist() == [3, 1, 1, 1, 0]
    assert found.seen.start.tolist() == [0, 2, 2, 9, 0]
    assert found.seen.end.tolist() == [1, 6, 4, 12, 5]
    assert found.seen.shares_rank.tolist() == [False, False, True, True, True]
    assert (found.counts.tied, found.counts.unbroken, found.counts.across) == (3, 3, 1)
    assert (found.counts.pairs, found.counts.overlapping) == (3, 1)


def test_ranks_break_ties_and_disagree():
    lines = ["q0\ta\t0\t5\t1\t2", "q0\tb\t0\t5\t1\t1", "q0\tc\t0\t5\t3\t7"]

    found, _ = seen(*lines, columns=(*PLAIN, "rank"), rank=9)

    assert found.seen.doc.tolist() == [2, 1, 0]
    assert (found.counts.tied, found.counts.unbroken, found.counts.disagree) == (1, 0, 1)


def test_ranks_order_where_there_are_no_scores():
    columns = ("topic", "doc", "start", "end", "rank")

    found, _ = seen("q0\ta\t0\t5\t2", "q0\tb\t0\t5\t1", columns=columns, rank=9)

    assert found.seen.doc.tolist() == [1, 0]
    assert (found.falls, found.rises) == (False, False)


def test_topics_that_nobody_judged_are_checked_and_left_out():
    found, present = seen("zz\tc\t0\t5\t2", "q1\ta\t0\t5\t2", "q1\tx\t0\t0\t1")

    assert found.names == [b"zz", b"q1"]
    assert found.length.tolist() == [1, 2]
    assert set(found.seen.topic.tolist()) == {1}
    assert present.tolist() == [True, False, True, True]
    assert (found.counts.rows, found.counts.pairs, found.counts.empty) == (3, 2, 1)
    assert not found.met
    assert found.stranger.prints.size == 1
    assert found.without_names().stranger is None


def test_parts_are_truncated_at_the_end_of_their_document():
    found, _ = seen("q0\ta\t0\t9\t2", "q0\ta\t7\t9\t1", "q0\tx\t0\t9\t0", length=[5, -1, -1])

    assert found.counts.past == 2
    assert (found.seen.start.tolist(), found.seen.end.tolist()) == ([0, 5, 0], [5, 5, 9])
    assert found.counts.empty == 1
    assert found.met


def test_scores_that_fall_or_rise_along_the_lines():
    assert (seen("q0\ta\t0\t5\t1", "q0\tb\t0\t5\t2")[0].rises) is True
    assert (seen("q0\ta\t0\t5\t2", "q0\tb\t0\t5\t1")[0].falls) is True
    both = seen("q0\ta\t0\t5\t1", "q1\tb\t0\t5\t2")[0]
    assert (both.falls, both.rises) == (False, False)
    by_rank = seen("q0\ta\t0\t5\t1\t2", "q0\tb\t0\t5\t2\t1", columns=(*PLAIN, "rank"))[0]
    assert (by_rank.falls, by_rank.rises) == (True, False)


def test_points_of_scores_are_not_those_of_names():
    def signs(*lines, kept=2):
        rows = read(*lines, columns=PLAIN)
        score_at = tuple(at[:kept] for at in rows.score_at)
        doc = rows.doc.taken(np.arange(kept))
        return signs_of_names(replace(rows, start=rows.start[:kept], score_at=score_at, doc=doc))

    lines = ["q0\ta\t0\t5\t1.5", "q0\tb\t0\t5\t0.25"]
    assert signs(*lines) == b""
    assert signs(*lines, "q1\tc/d\t0\t5\t2.5") == b""  # the topic behind is the next block's
    assert signs(lines[0], "q0\tb.c\t0\t5\t2") == b"."
    assert signs(lines[0], "q0\tb/c\t0\t5\t2.5") == b"/"
