"""Which rows are copies, which measures know of them, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import PartwiseError, PartwiseWarning, UsageError
from partwise.evaluation.equivalent import (
    refuse_unaware,
    texts_of_rows,
    with_texts,
    without_unknown,
)
from partwise.language.measure import Measure
from partwise.language.parser import parse
from partwise.language.registry import classes
from partwise.messages import Note
from partwise.tables.schema import UNKNOWN
from partwise.tables.texts import Texts

TEXTS = Texts({"a": "salt and sea", "b": "the sea", "c": "sea"})


def qrels(**more):
    """The sea of a, b and c; c is judged as a whole."""
    columns = {"topic": ["t"] * 3, "doc": ["a", "b", "c"], "missing": "document"}
    places = {"start": [9, 4, None], "end": [12, 7, None]}
    return pw.Qrels.from_columns(**columns, **places, **more)


RUN = pw.Run.from_columns(
    topic=["t"] * 2, doc=["b", "a"], start=[0, 0], end=[7, 12], rank=[1, 2], name="run"
)


def test_values_of_a_column_as_text():
    rows = qrels(source=["x", "", "x"])
    assert texts_of_rows(rows, "source", None, None).tolist() == [0, -1, 0]
    numbers = qrels(source=[7, None, 7])
    assert texts_of_rows(numbers, "source", None, None).tolist() == [0, -1, 0]


def test_a_column_that_is_not_there():
    with pytest.raises(UsageError, match=r'no column "copy" in the assessments.*: source'):
        texts_of_rows(qrels(source=["x"] * 3), "copy", None, None)
    with pytest.raises(UsageError, match=r'no column "copy" .*available: none'):
        texts_of_rows(qrels(), "copy", None, None)


def test_the_same_text():
    assert texts_of_rows(qrels(), "text", TEXTS, None).tolist() == [0, 0, 0]
    said = qrels(text=["sea", "Sea", "sea"])
    assert texts_of_rows(said, "text", None, None).tolist() == [0, 1, 0]
    # the text of the place wins; where there is none the column speaks
    some = Texts({"a": TEXTS["a"], "b": TEXTS["b"]})
    assert texts_of_rows(said, "text", some, None).tolist() == [0, 0, 0]
    with pytest.raises(PartwiseError, match="row 2: this row has no text to compare"):
        texts_of_rows(qrels(), "text", some, None)


def test_texts_that_assessments_carry_with_them():
    rows = with_texts(qrels(), "text", TEXTS, None)
    assert texts_of_rows(rows, "text", None, None).tolist() == [0, 0, 0]
    plain = qrels(source=["x"] * 3)
    assert with_texts(plain, "source", TEXTS, None) is plain
    assert with_texts(plain, "text", None, None) is plain


def test_what_is_not_relevant_needs_no_text():
    rows = qrels(text=["sea", "sea", None], grade=[1, 1, 0])
    assert texts_of_rows(rows, "text", None, None).tolist() == [0, 0, -1]


def test_copies_count_once_and_are_counted_in_a_note():
    found = pw.evaluate(
        qrels(), RUN, ["CharR", "CharP", "SpanR"], texts=TEXTS, rules=pw.Rules(equivalent="text")
    )

    assert found.table[0, :, 0].tolist() == pytest.approx([1, 3 / 19, 1])
    assert '3 rows are copies of 1 text (equivalent="text"); each text counts once' in found.notes
    assert found.options["equivalent"] == "text"
    plain = pw.evaluate(qrels(), RUN, ["CharR"], texts=TEXTS)
    assert plain.table[0, 0, 0] == pytest.approx(6 / 9)
    assert plain.options["equivalent"] is None


def test_nothing_is_a_copy():
    with pytest.warns(PartwiseWarning, match="nothing is a copy"):
        pw.evaluate(
            qrels(same=["x", "y", ""]),
            RUN,
            "CharR",
            lengths={"c": 3},
            rules=pw.Rules(equivalent="same"),
        )


def test_measures_that_do_not_know_copies_are_refused_by_name():
    known = [parse(text) for text in ("CharR@5", "Hit", "Complete(min=1)", "AiP", "CharOverlap")]
    refuse_unaware(known)
    with pytest.raises(
        UsageError, match=r"AP, nDCG@10 cannot count copies.*these can: AiP, CharAP"
    ):
        refuse_unaware([*known, parse("AP"), parse("nDCG@10")])
    with pytest.raises(UsageError, match=r"Ceiling\(CharR\)@5 cannot count copies"):
        pw.evaluate(
            qrels(), RUN, "Ceiling(CharR)@5", rules=pw.Rules(equivalent="text"), texts=TEXTS
        )


def test_each_measure_says_itself_that_it_knows_copies():
    # tests/reference/test_copies.py holds these to the definition; what they pass on is not enough
    own = [cls.__name__ for cls in classes(Measure) if "knows_copies" in vars(cls)]
    known = [cls.__name__ for cls in classes(Measure) if cls.knows_copies]

    assert own == known
    assert set(own) == {
        *("AiP", "CharAP", "CharF", "CharIoU", "CharOverlap", "CharP", "CharR", "iP"),
        *("Complete", "GroupR", "Hit", "PartP", "PartRR", "SpanR"),
    }


def test_a_column_that_was_named_is_not_unknown():
    both = Note(UNKNOWN, subject="q.tsv", names=["same", "other"], hint="")
    alone = Note(UNKNOWN, subject="q.tsv", names=["same"], hint="")

    assert without_unknown([both, alone, "a word"], "same") == (
        "q.tsv: unknown column other",
        "a word",
    )
    assert without_unknown([both], None) == (both,)


def test_losses_beyond_twelve_parts_are_bounded():
    # two copies of 40 characters, cut into pieces of 3 that overlap: 26 parts hold some of it
    rows = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["a", "b"], start=[0, 0], end=[40, 40], same=["x", "x"]
    )
    start = np.arange(0, 39, 3)
    inventory = pw.Inventory.from_columns(
        doc=["a"] * 13 + ["b"] * 13, start=[*start, *start], end=[*(start + 4), *(start + 5)]
    )
    run = pw.Run.from_columns(topic=["t"], doc=["a"], start=[0], end=[4], name="run")
    one = pw.losses(rows, run, inventory=inventory, k=2, rules=pw.Rules(equivalent="same"))
    amounts = one.to_dict()["runs"][0]["total"]

    assert amounts["relevant"] == 40
    assert amounts["ceiling"] == {"low": 10, "high": 10}  # two parts of five hold no more
    many = pw.losses(rows, run, inventory=inventory, k=9, rules=pw.Rules(equivalent="same"))
    amounts = many.to_dict()["runs"][0]["total"]
    # the oracle run takes every other part of b, then shows three more with each
    assert amounts["ceiling"]["low"] <= amounts["ceiling"]["high"] == 40
    assert sum(amounts["lost"][key] or 0 for key in amounts["lost"]) + amounts["shown"] == 40
    assert "run: for 1 of 1 topic the best choice of 9 parts is only bounded" in many.notes
