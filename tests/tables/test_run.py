from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

from partwise.errors import TableError
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


def test_large_offsets_do_not_pass_through_floats():
    frame = pl.DataFrame({"topic": ["q", "q"], "doc": ["a", "b"], "start": [2**60, None]})
    frame = frame.with_columns(end=pl.Series([2**60 + 1, None]))

    assert Run.from_frame(frame, missing="document").end.tolist() == [2**60 + 1, -1]


def test_tables_can_be_pickled():
    run = Run.from_columns(topic=["q"], doc=["d"], start=[1], end=[2], score=[1.0])

    again = pickle.loads(pickle.dumps(run))

    assert again.docs == run.docs
    assert np.array_equal(again.start, run.start)


def test_what_a_run_says_of_itself():
    parts = Run.from_columns(
        topic=["q", "q", "q", "p"],
        doc=["a", "b", "c", "a"],
        start=[0, None, None, None],
        end=[4, None, None, None],
        element=[None, "/a[1]", None, None],
        tree=[None, None, "/a[1]|/b[1]", None],
        missing="document",
        answered=["r"],
    )

    assert repr(parts) == "Run('run': 4 parts, 3 topics)"
    assert parts.whole.tolist() == [False, False, False, True]
    assert parts.answered == ["r"]
    assert not parts.holds_documents
    assert not parts.has_scores


def test_dictionaries_are_runs_of_documents():
    run = Run.from_dict({"q": {"a": 1, "b": 2.5}, "p": {}}, name="mine")

    assert (run.name, run.format, run.answered) == ("mine", "dictionary", ["p"])
    assert run.score is not None
    assert run.score.tolist() == [1, 2.5]
    assert run.holds_documents
    assert run.has_scores
    with pytest.raises(TableError, match="score"):
        Run.from_dict({"q": {"a": "x"}})


def test_another_name_leaves_the_run_alone():
    run = Run.from_columns(topic=["q"], doc=["d"], run=["x"])

    assert (run.named("y").name, run.name) == ("y", "x")
    assert Run.from_columns(topic=["q"], doc=["d"], run=["x"], name="z").name == "z"


def test_the_frame_shows_only_columns_that_are_there():
    run = Run.from_columns(topic=["q", "q"], doc=["d", "e"], tokens=[3, None], answered=["p"])

    frame = run.to_frame()

    assert frame.columns == ["topic", "doc", "tokens", "run"]
    assert frame["tokens"].to_list() == [3, None, None]
    assert frame.rows()[-1] == ("p", None, None, "run")
