"""Names of runs in a column, and the warning where there are several."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import partwise as pw
from partwise.errors import PartwiseWarning
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.run_names import run_names, several_runs


def test_names_in_order_of_appearance():
    assert run_names(None) == []
    assert run_names(["b", None, "a", "b"]) == ["b", "a"]
    codes = np.array([1, -1, 0, 1], np.int32)
    assert run_names(Coded(codes, Names.of(["a", "b"]))) == ["b", "a"]


def test_one_name_is_no_doubt():
    assert list(several_runs([], "x")) == list(several_runs(["a"], "x")) == []
    assert list(several_runs(["a", "b"], "x")) == [
        "warning: 2 names of runs (a, b) read as one run, x. Use one table for each run"
    ]


@pytest.mark.parametrize("make", [pl.DataFrame, lambda columns: pl.DataFrame(columns).to_pandas()])
def test_a_frame_of_two_systems_is_warned_of(make):
    columns = {"topic": ["1", "1"], "doc": ["d", "d"], "start": [0, 5], "end": [5, 9]}
    frame = make({**columns, "score": [2.0, 1.0], "run": ["small", "large"]})
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], start=[0], end=[9])

    with pytest.warns(PartwiseWarning, match=r"2 names of runs \(small, large\) read as one run"):
        pw.evaluate(qrels, frame, "CharR@5")
