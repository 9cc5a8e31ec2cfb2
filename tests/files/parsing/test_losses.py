from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from partwise.files.parsing.losses import (
    Loss,
    Losses,
    UnwritableError,
    blank_separated,
    checked_words,
    filled_columns,
    n_values,
    named,
    places,
    scores_and_ranks,
    tags,
)
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def flags(*values):
    return np.array(values, bool)


def refusal(call, *arguments) -> UnwritableError:
    with pytest.raises(UnwritableError) as caught:
        call(*arguments)
    return caught.value


def test_what_is_not_lost_is_not_spoken_of():
    loss = Loss("a list", allowed=None)
    loss.of_rows(flags(False, False), "colours")
    loss.never(flags(), "colours")
    loss.of_columns(Run.from_columns(topic=["q"], doc=["d"]), [])
    loss.of_topics(Qrels.from_columns(topic=["q"], doc=["d"], grade=[1]))


def test_refused_by_row_unless_allowed():
    bad = refusal(Loss("a list", allowed=None).of_rows, flags(False, True, True), "colours")
    assert str(bad) == "row 1: a list cannot hold colours. Use lossy=True to drop it"
    losses = Losses()
    Loss("a list", allowed=losses).of_rows(flags(False, True, True), "colours")
    assert losses.notes == ("colours left out (2 rows)",)


def test_some_things_are_never_allowed():
    bad = refusal(
        Loss("a list", allowed=Losses()).never, flags(True), "trees", "Use --lengths FILE"
    )

    assert str(bad) == "row 0: a list cannot hold trees"  # an option of convert only
    assert bad.hint == "Use --lengths FILE"


def test_columns_are_named_and_their_values_counted():
    run = Run.from_columns(
        topic=["q"] * 3, doc=["a", "b", "c"], note=["x", "", None], tokens=[1, 2, 0]
    )
    bad = refusal(Loss("a list", allowed=None).of_columns, run, ["note", "tokens"])
    assert str(bad).startswith("a list cannot hold the columns note, tokens. ")
    losses = Losses()
    Loss("a list", allowed=losses).of_columns(run, ["note", "tokens"])
    assert losses.notes == ("column note left out (1 value)", "column tokens left out (3 values)")


def test_values_are_counted_by_kind():
    extra = {"w": np.array([0.5, np.nan]), "n": np.array([-1, 4])}
    qrels = Qrels.from_columns(
        topic=["q"] * 2, doc=["a", "b"], grade=[1, 1], bep=[3, None], **extra
    )

    assert [n_values(qrels, name) for name in ("w", "n", "bep", "grade")] == [1, 2, 1, 2]
    assert filled_columns(qrels, "e", "bep", "length", "assessor", "grade") == ["bep", "grade"]


def test_topics_without_rows():
    qrels = Qrels(
        topics=Names.of(["a", "b", "c"]),
        topic=np.array([1], np.int32),
        docs=Names.of(["d"]),
        doc=np.array([0], np.int32),
        grade=np.array([1.0]),
    )
    bad = refusal(Loss("a list", allowed=None).of_topics, qrels)
    assert str(bad).startswith("a list cannot hold topic a, which has no rows")
    losses = Losses()
    Loss("a list", allowed=losses).of_topics(qrels)
    assert losses.notes == ("2 topics without rows left out",)


@pytest.mark.parametrize("blank", [" ", "\t", "\n", "\v", "\f", "\r"])
def test_words_have_no_blanks(blank):
    bad = refusal(checked_words, Names.of(["fine", f"a{blank}b"]), "document", "a list")

    assert bad.problem.endswith(": it has a blank")
    assert (bad.what, bad.name) == ("document", f"a{blank}b")


def test_only_topics_must_not_look_like_comments():
    checked_words(Names.of(["#1", "a\u00a0b"]), "document", "a list")
    bad = refusal(checked_words, Names.of(["#1"]), "topic", "a list")
    assert str(bad) == 'a list cannot hold topic "#1": its lines would be comments'


def test_text_columns():
    column = named(Names.of(["a", "b"]), np.array([1, -1, 0], np.int32))
    assert column.to_list() == ["b", None, "a"]
    assert named(Names.of([]), np.array([-1], np.int32)).to_list() == [None]


def test_tags():
    one = Run.from_columns(topic=["q"], doc=["d"], name="me")
    assert pl.select(tags(one, "a list")).item() == "me"
    two = replace(run(), extra={"run": np.array(["x", "y", "x", ""], dtype=object)})
    assert tags(two, "a list", needed=False).to_list() == ["x", "y", "x", ""]
    assert str(refusal(tags, two, "a list")) == "row 3: a list cannot hold a row without run name"
    blank = Run.from_columns(topic=["q"], doc=["d"], name="my run")
    words = 'a list cannot hold run name "my run": it has a blank'
    assert str(refusal(tags, blank, "a list")) == words


def run(**columns) -> Run:
    return Run.from_columns(topic=["q", "q", "r", "q"], doc=["a", "b", "a", "c"], **columns)


def test_ranks_are_counted_where_scores_order():
    loss = Loss("a list", allowed=None)
    score, rank = scores_and_ranks(run(score=[1.0, 3.0, 2.0, 3.0]), loss, "a list")
    assert score.tolist() == [1.0, 3.0, 2.0, 3.0]
    assert rank.tolist() == [3, 2, 1, 1]  # equal scores: document ids descend
    given = run(score=[1.0, 3.0, 2.0, 3.0], rank=[9, 8, 7, 6])
    assert scores_and_ranks(given, loss, "a list")[1].tolist() == [9, 8, 7, 6]


def test_ranks_as_falling_scores_only_if_allowed():
    ranked = run(rank=[2, 1, 1, 5])
    bad = refusal(scores_and_ranks, ranked, Loss("a list", allowed=None), "a list")
    assert str(bad) == (
        "a list is ordered by score, and this run by rank. "
        "Use lossy=True to write the ranks as falling scores"
    )
    losses = Losses()
    score, rank = scores_and_ranks(ranked, Loss("a list", allowed=losses), "a list")
    assert (score.tolist(), rank.tolist()) == ([4.0, 5.0, 5.0, 1.0], [2, 1, 1, 5])
    assert losses.notes == ("ranks written as falling scores (4 rows)",)


def test_places_follow_what_orders_the_run():
    assert places(run()).tolist() == [1, 2, 1, 3]
    assert places(run(distance=[0.5, 0.1, 9, 0.3])).tolist() == [3, 1, 1, 2]


def test_absent_cells_leave_no_blanks():
    frame = pl.DataFrame({"a": ["x", 'y"'], "b": [None, 2], "c": [1.5, -0.0]})

    assert blank_separated(frame) == b'x 1.5\ny" 2 -0.0\n'
