"""Run, Qrels, Lengths and Inventory from columns and frames."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

from partwise.errors import TableError
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

FRAMES = [pl.DataFrame, pd.DataFrame, lambda d: pl.DataFrame(d).to_arrow()]


def test_columns_are_encoded_and_frozen():
    run = Run.from_columns(topic=["b", "a", "b"], doc=[1, 2, 1], score=[3, 2.5, 1])

    assert run.topics.tolist() == ["b", "a"]
    assert run.topic.tolist() == [0, 1, 0]
    assert run.docs.tolist() == ["1", "2"]
    assert run.whole.all()
    with pytest.raises(ValueError, match="read-only"):
        run.score[0] = 9


def test_length_stands_for_end_in_runs():
    run = Run.from_columns(topic=["q"], doc=["d"], start=[10], length=[5])

    assert run.end.tolist() == [15]


def test_length_is_the_documents_in_qrels():
    qrels = Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[15], length=[100])

    assert (qrels.end.tolist(), qrels.length.tolist()) == ([15], [100])


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_give_the_same_run(frame):
    columns = {
        "topic": ["q1", "q1", "q2"],
        "doc": ["a", "b", "ä"],
        "start": [0, None, 2**40],
        "end": [5, None, 2**40 + 1],
        "element": [None, "/a[1]", None],
        "score": [2.5, 1.0, 0.5],
        "run": ["x", "x", "x"],
        "page": [1, 2, 3],
    }

    run = Run.from_frame(frame(columns))

    assert run.name == "x"
    assert run.start.tolist() == [0, -1, 2**40]
    assert run.end.tolist() == [5, -1, 2**40 + 1]
    assert run.docs.tolist() == ["a", "b", "ä"]
    assert run.element.tolist() == [-1, 0, -1]
    assert list(run.extra) == ["page"]
    again = Run.from_frame(run.to_frame())
    assert again.to_frame().equals(run.to_frame())


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_give_the_same_qrels(frame):
    columns = {"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 0], "assessor": ["x", None]}

    qrels = Qrels.from_frame(frame(columns))

    assert qrels.grade.tolist() == [1, 0]
    assert qrels.assessor.tolist() == [0, -1]
    assert Qrels.from_frame(qrels.to_frame()).to_frame().equals(qrels.to_frame())


@pytest.mark.parametrize(
    ("columns", "row", "words"),
    [
        ({"topic": ["a", None]}, 1, "topic is missing"),
        ({"topic": ["a", ""]}, 1, "topic is empty"),
        ({"topic": ["a", "b\0"]}, 1, "NUL"),
        ({"doc": ["a", 1.5]}, 1, 'doc "1.5" is not text'),
        (
            {"start": [0, -2], "end": [1, 1]},
            1,
            "start -2 is negative. Use None where there is no offset",
        ),
        ({"start": [0, 5], "end": [1, 3]}, 1, "end 3 is before start 5"),
        ({"start": [0, 5], "end": [1, None]}, 1, "start without end"),
        ({"start": [0, None], "end": [1, 4]}, 1, "end without start"),
        ({"start": [0, 1.5], "end": [1, 4]}, 1, 'start "1.5" is not a whole number'),
        ({"start": [0, 1e30], "end": [1, 4]}, 1, r'start "1e+30" is beyond 64 bits'),
        ({"start": [0, 2**64], "end": [1, 4]}, 1, 'start "18446744073709551616" is beyond 64 bits'),
        ({"start": [0, 10**400], "end": [1, 4]}, 1, "is beyond 64 bits"),
        ({"start": [0, float("inf")], "end": [1, 4]}, 1, 'start "inf" is not a whole number'),
        ({"start": ["0", "x"], "end": [1, 4]}, 0, 'start "0" is not a number'),
        ({"score": [1.0, float("nan")]}, 1, "score is missing"),
        ({"score": [1.0, None]}, 1, "score is missing"),
        ({"rank": [1, None]}, 1, "rank is missing"),
        ({"start": [0, 1], "end": [1, 4], "length": [1, 5]}, 1, "end 4 is not start + length"),
        ({"score": [1.0]}, None, "columns differ in length"),
    ],
)
def test_bad_runs_name_the_row(columns, row, words):
    given = {"topic": ["a", "b"], "doc": ["x", "y"], **columns}

    with pytest.raises(TableError, match=words.replace("+", r"\+")) as caught:
        Run.from_columns(**given)

    assert caught.value.row == row


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"start": [5], "end": [5]}, "row 0: empty span"),
        ({}, "row 0: document d has neither a grade nor a span or element"),
        ({"grade": [1], "bep": [-5]}, "row 0: bep -5 is negative"),
    ],
)
def test_bad_qrels_name_the_row(columns, words):
    with pytest.raises(TableError, match=words):
        Qrels.from_columns(topic=["q"], doc=["d"], **columns)


def test_a_frame_without_topics_is_refused():
    with pytest.raises(TableError, match=r"the frame has no column topic \(it has doc\)"):
        Run.from_frame(pl.DataFrame({"doc": ["a"]}))
    with pytest.raises(TableError, match="list is not a pandas, polars or Arrow frame"):
        Run.from_frame([1])


def test_lengths():
    lengths = Lengths.from_frame(pl.DataFrame({"doc": ["a", "b"], "length": [3, 4]}))

    assert lengths.length.tolist() == [3, 4]
    with pytest.raises(TableError, match="row 1: document a has two lengths"):
        Lengths.from_columns(doc=["a", "a"], length=[1, 2])
    with pytest.raises(TableError, match="row 0: length -2 is negative"):
        Lengths.from_columns(doc=["a"], length=[-2])


def test_inventory():
    inventory = Inventory.from_columns(doc=["a", "a"], start=[0, 5], end=[5, 9], tokens=[1, 2])

    assert len(inventory) == 2
    assert inventory.tokens is not None
    assert inventory.tokens.tolist() == [1, 2]


def test_tables_can_be_pickled():
    run = Run.from_columns(topic=["q"], doc=["d"], start=[1], end=[2], score=[1.0])

    again = pickle.loads(pickle.dumps(run))

    assert again.docs == run.docs
    assert np.array_equal(again.start, run.start)


def test_large_offsets_do_not_pass_through_floats():
    frame = pl.DataFrame({"topic": ["q", "q"], "doc": ["a", "b"], "start": [2**60, None]})
    frame = frame.with_columns(end=pl.Series([2**60 + 1, None]))

    assert Run.from_frame(frame, missing="document").end.tolist() == [2**60 + 1, -1]


@pytest.mark.parametrize(
    ("s", "scale"),
    [
        ([1, 3], "grade"),
        ([1.0, 0.0], "share"),
        ([0.5, 1.0], "share"),
        ([3.0, 1.0], "grade"),
        ([1, None], "grade"),
        (np.array([1.0, np.nan]), "share"),
    ],
)
def test_scale_of_specificity(s, scale):
    qrels = Qrels.from_columns(
        topic=["q", "q"], doc=["a", "b"], element=["/a[1]"] * 2, e=[1, 1], s=s
    )

    assert qrels.scale == scale
