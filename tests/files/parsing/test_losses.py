from __future__ import annotations

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


def test_absent_cells_leave_no_blanks():
    frame = pl.DataFrame({"a": ["x", 'y"'], "b": [None, 2], "c": [1.5, -0.0]})

    assert blank_separated(frame) == b'x 1.5\ny" 2 -0.0\n'
