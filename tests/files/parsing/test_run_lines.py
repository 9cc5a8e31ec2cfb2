"""Runs as lines of columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from partwise.files.parsing.losses import Loss, Losses, UnwritableError
from partwise.files.parsing.run_lines import places, run_lines, scores_and_ranks, tags
from partwise.tables.run import Run

WORDS = "a TREC run"
STRICT = Loss(WORDS, allowed=None)


def refusal(call, *arguments) -> UnwritableError:
    with pytest.raises(UnwritableError) as caught:
        call(*arguments)
    return caught.value


def run(**more) -> Run:
    return Run.from_columns(
        **{"topic": ["q", "q", "p"], "doc": ["a", "b", "a"], "score": [1.0, 2.5, 3.0]} | more
    )


def test_six_columns():
    assert run_lines(run(name="t"), STRICT, WORDS) == (
        b"q Q0 a 2 1.0 t\nq Q0 b 1 2.5 t\np Q0 a 1 3.0 t\n"
    )


def test_ranks_are_kept_and_further_columns_appended():
    place = pl.Series("place", ["/a[1]", None, "3"])

    assert run_lines(run(rank=[7, 5, 6]), STRICT, WORDS, place) == (
        b"q Q0 a 7 1.0 run /a[1]\nq Q0 b 5 2.5 run\np Q0 a 6 3.0 run 3\n"
    )


def test_nothing_is_left_out_unasked():
    with pytest.raises(UnwritableError, match="cannot hold the column colour"):
        run_lines(run(colour=["x", "y", "z"]), STRICT, WORDS)
    lost = Losses()
    run_lines(run(tokens=[1, 2, None]), Loss(WORDS, allowed=lost), WORDS)
    assert lost.notes == ("column tokens left out (2 values)",)


def test_names_with_blanks():
    with pytest.raises(UnwritableError, match='document "a b": it has a blank'):
        run_lines(run(doc=["a b", "b", "a"]), STRICT, WORDS)
    with pytest.raises(UnwritableError, match='run name "my run"'):
        tags(run(name="my run"), WORDS)


def test_tags():
    one = Run.from_columns(topic=["q"], doc=["d"], name="me")
    assert pl.select(tags(one, "a list")).item() == "me"
    two = replace(four(), extra={"run": np.array(["x", "y", "x", ""], dtype=object)})
    assert tags(two, "a list", needed=False).to_list() == ["x", "y", "x", ""]
    assert str(refusal(tags, two, "a list")) == "row 3: a list cannot hold a row without run name"
    blank = Run.from_columns(topic=["q"], doc=["d"], name="my run")
    words = 'a list cannot hold run name "my run": it has a blank'
    assert str(refusal(tags, blank, "a list")) == words


def four(**columns) -> Run:
    return Run.from_columns(topic=["q", "q", "r", "q"], doc=["a", "b", "a", "c"], **columns)


def test_ranks_are_counted_where_scores_order():
    loss = Loss("a list", allowed=None)
    score, rank = scores_and_ranks(four(score=[1.0, 3.0, 2.0, 3.0]), loss, "a list")
    assert score.tolist() == [1.0, 3.0, 2.0, 3.0]
    assert rank.tolist() == [3, 2, 1, 1]  # equal scores: document ids descend
    given = four(score=[1.0, 3.0, 2.0, 3.0], rank=[9, 8, 7, 6])
    assert scores_and_ranks(given, loss, "a list")[1].tolist() == [9, 8, 7, 6]


def test_ties_that_ranks_break_and_lines_do_not():
    tied = four(score=[1.0, 3.0, 2.0, 3.0], rank=[9, 1, 7, 2])  # b before c
    bad = refusal(scores_and_ranks, tied, Loss("a list", allowed=None), "a list")
    assert str(bad) == (
        "a list breaks ties by document id, and this run by rank. "
        "Use lossy=True to leave ties to document ids"
    )
    losses = Losses()
    assert scores_and_ranks(tied, Loss("a list", allowed=losses), "a list")[1].tolist() == [
        9,
        1,
        7,
        2,
    ]
    assert losses.notes == ("2 tied results left to the order of document ids",)
    from_lines = replace(tied, format="trec-run")
    assert scores_and_ranks(from_lines, STRICT, WORDS)[1].tolist() == [9, 1, 7, 2]


def test_ranks_that_a_table_kept_come_back():
    kept = replace(four(score=[1, 3, 2, 3]), extra={"given_rank": np.array(["9", "1", "7", "2"])})
    assert run_lines(kept, STRICT, WORDS).splitlines()[1] == b"q Q0 b 1 3.0 run"
    odd = replace(kept, extra={"given_rank": np.array(["9", "1", "x", "2"])})
    assert "the column given_rank" in str(refusal(run_lines, odd, STRICT, WORDS))


def test_equal_distances_stand_by_document_id():
    assert places(four(distance=[0.5, 0.5, 9, 0.5])).tolist() == [3, 2, 1, 1]


def test_ranks_as_falling_scores_only_if_allowed():
    ranked = four(rank=[2, 1, 1, 5])
    bad = refusal(scores_and_ranks, ranked, Loss("a list", allowed=None), "a list")
    assert str(bad) == (
        "a list is ordered by score, and this run by rank. "
        "Use lossy=True to write the ranks as falling scores"
    )
    losses = Losses()
    score, rank = scores_and_ranks(ranked, Loss("a list", allowed=losses), "a list")
    assert (score.tolist(), rank.tolist()) == ([4.0, 5.0, 5.0, 1.0], [2, 1, 1, 5])
    assert losses.notes == ("ranks written as falling scores (4 rows)",)


def test_places_follow_what_orders_the_four():
    assert places(four()).tolist() == [1, 2, 1, 3]
    assert places(four(distance=[0.5, 0.1, 9, 0.3])).tolist() == [3, 1, 1, 2]
