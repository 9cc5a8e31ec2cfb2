from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import TableError
from partwise.tables import frames
from partwise.tables.columns import Coded, decode
from partwise.tables.frames import (
    columns_of,
    kept_series,
    offset_series,
    with_answered,
)
from partwise.tables.from_memory import named_columns, need, with_grades
from partwise.tables.run import Run


def texts(column):
    """The strings of a column, however it is kept."""
    return decode(*column) if isinstance(column, Coded) else list(column)


@pytest.mark.parametrize(
    "frame", [pl.DataFrame, pd.DataFrame, pl.LazyFrame, lambda d: pl.DataFrame(d).to_arrow()]
)
def test_frames_of_all_kinds(frame):
    found = columns_of(frame({"doc": ["b", "a", "b"], "n": [1.5, 2.0, 3.0]}))

    assert list(found) == ["doc", "n"]
    assert texts(found["doc"]) == ["b", "a", "b"]
    assert list(found["n"]) == [1.5, 2.0, 3.0]


def test_absent_cells_leave_large_numbers_exact():
    found = columns_of(pl.DataFrame({"n": [2**60 + 1, None], "t": ["a", None]}))

    assert found["n"].tolist() == [2**60 + 1, None]
    assert texts(found["t"]) == ["a", None]
    assert found["t"].names.tolist() == ["a"]


@pytest.mark.parametrize("cells", [[["a", "b"], ["c", "d"]], [["a"], None]])
def test_cells_that_are_lists(cells):
    for frame in (pl.DataFrame, pd.DataFrame):
        assert columns_of(frame({"aspects": cells}))["aspects"].tolist() == cells


def test_rows_may_lack_columns():
    found = columns_of([{"a": 1}, {"b": 2, "a": 3}])

    assert found == {"a": [1, 3], "b": [None, 2]}
    assert columns_of([]) == {}


@pytest.mark.parametrize(("given", "kind"), [(3, "int"), ([{"a": 1}, 2], "list")])
def test_what_is_no_frame(given, kind):
    with pytest.raises(TableError) as caught:
        columns_of(given)

    assert str(caught.value) == f"{kind} is not a pandas, polars or Arrow frame"


def test_columns_under_our_names():
    found, notes = named_columns("run", {"qid": ["q"], "doc": ["d"]}, None, "topic", "doc")

    assert found == {"topic": ["q"], "doc": ["d"]}
    assert notes == ["qid read as topic"]


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (["doc", "topci"], "has no column topic (it has doc, topci). Use {'topic': 'topci'}"),
        (["doc", "grade"], "has no column topic (it has doc, grade). Use {'topic': 'NAME'}"),
        ([], "has no column topic and doc (it has none). Use {'topic': 'NAME'}"),
    ],
)
def test_columns_that_are_needed(there, said):
    need({"topic": 0, "doc": 0}, "topic", "doc")
    with pytest.raises(TableError) as caught:
        need(dict.fromkeys(there), "topic", "doc")

    shown = said.replace("{'", 'columns={"').replace("': '", '": "').replace("'}", '"}')
    assert str(caught.value) == f"the frame {shown}"


def test_absent_offsets_are_null():
    assert offset_series(np.array([0, -1, 5])).to_list() == [0, None, 5]


def test_topics_answered_with_nothing_are_rows():
    run = Run.from_columns(topic=["q"], doc=["d"], answered=["p"], name="mine")
    frame = pl.DataFrame({"topic": ["q"], "doc": ["d"], "run": ["mine"]})

    assert with_answered(frame, run).rows() == [("q", "d", "mine"), ("p", None, "mine")]
    assert with_answered(frame.drop("run"), run).rows() == [("q", "d"), ("p", None)]
    assert with_answered(frame, Run.from_columns(topic=["q"], doc=["d"])) is frame


def test_values_of_several_types_are_kept_as_text():
    column = np.empty(4, object)
    column[:] = [1.5, [2], None, "x"]

    assert kept_series(column).to_list() == ["1.5", "[2]", None, "x"]
    assert kept_series(np.array([1, 2])).to_list() == [1, 2]


@pytest.mark.parametrize(
    ("score", "name"), [([1.0, 2.0], "grade"), ([1, 2], "grade"), ([1.0, np.inf], "score"),
                        ([1.0, 2.5], "score")]
)  # fmt: skip
def test_scores_of_ranx_that_are_grades(score, name):
    found = with_grades({"q_id": ["a", "b"], "doc_id": ["d", "e"], "score": score})

    assert name in found


@given(st.lists(st.one_of(st.none(), st.text("ab", max_size=4)), min_size=1))
def test_many_names_have_the_codes_of_few(cells):
    frame = pl.DataFrame({"doc": cells}, schema={"doc": pl.String})
    few = columns_of(frame)["doc"]
    with patch.object(frames, "_FEW", 0):
        many = columns_of(frame)["doc"]

    assert many.codes.tolist() == few.codes.tolist()
    assert many.names == few.names


def test_names_with_one_hash_are_told_apart(monkeypatch):
    monkeypatch.setattr(frames, "_FEW", 0)
    same = pl.Series([1, 1, 1], dtype=pl.UInt64)
    monkeypatch.setattr(pl.Series, "hash", lambda series: same[: series.len()])

    found = columns_of(pl.DataFrame({"doc": ["a", "b", "a"]}))["doc"]

    assert found.codes.tolist() == [0, 1, 0]
