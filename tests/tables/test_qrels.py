from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

from partwise.tables.qrels import Qrels, scale_of

FRAMES = [pl.DataFrame, pd.DataFrame, lambda d: pl.DataFrame(d).to_arrow()]


def test_length_is_the_documents_in_qrels():
    qrels = Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[15], length=[100])

    assert (qrels.end.tolist(), qrels.length.tolist()) == ([15], [100])


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_give_the_same_qrels(frame):
    columns = {"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 0], "assessor": ["x", None]}

    qrels = Qrels.from_frame(frame(columns))

    assert qrels.grade.tolist() == [1, 0]
    assert qrels.assessor.tolist() == [0, -1]
    assert Qrels.from_frame(qrels.to_frame()).to_frame().equals(qrels.to_frame())


@pytest.mark.parametrize(
    ("s", "scale"),
    [
        ([1, 3], "grade"),
        ([1.0, 0.0], "share"),
        ([0.5, 1.0], "share"),
        ([3.0, 1.0], "grade"),
        ([1, None], "grade"),
        (np.array([1.0, np.nan]), "share"),
        (np.array([1, np.nan], object), "grade"),
    ],
)
def test_scale_of_specificity(s, scale):
    qrels = Qrels.from_columns(
        topic=["q", "q"], doc=["a", "b"], element=["/a[1]"] * 2, e=[1, 1], s=s
    )

    assert qrels.scale == scale


def test_columns_that_were_not_given_are_absent():
    qrels = Qrels.from_columns(topic=["q"], doc=["d"], grade=[2])

    assert repr(qrels) == "Qrels(1 row, 1 topic)"
    for name in ("start", "end", "element", "tree", "bep", "length", "assessor"):
        assert getattr(qrels, name).tolist() == [-1]
    assert np.isnan([qrels.e[0], qrels.s[0]]).all()
    with pytest.raises(ValueError, match="read-only"):
        qrels.grade[0] = 0


def test_a_scale_that_is_given_wins():
    given = {"topic": ["q"], "doc": ["d"], "element": ["/a[1]"], "e": [1], "s": [1]}

    assert Qrels.from_columns(**given).scale == "grade"
    assert Qrels.from_columns(**given, scale="share").scale == "share"
    assert scale_of([]) == "share"


def test_judged_topics_without_documents_stay():
    qrels = Qrels.from_dict({"p": {}, "q": {"d": 1, "e": 0}})

    assert (qrels.topics.tolist(), len(qrels)) == (["q", "p"], 2)
    assert qrels.grade.tolist() == [1, 0]


def test_the_frame_shows_only_columns_that_are_there():
    qrels = Qrels.from_columns(
        topic=["q", "q"],
        doc=["d", "e"],
        start=[1, None],
        end=[4, None],
        grade=[None, 0],
        page=[7, 8],
    )

    frame = qrels.to_frame()

    assert frame.columns == ["topic", "doc", "start", "end", "grade", "page"]
    assert frame.rows() == [("q", "d", 1, 4, None, 7), ("q", "e", None, None, 0.0, 8)]
