from __future__ import annotations

import math

import polars as pl
import pytest
from tests.files.samples import said

from partwise.files.parsing.frames import table_of
from partwise.tables.column_names import Schema
from partwise.tables.columns import decoded


@pytest.fixture
def table(source):
    def made(columns, kind="run"):
        return table_of(pl.DataFrame(columns), source(""), Schema(kind), "parquet", None)

    return made


def words(table) -> list[str]:
    return said(table.problems.refuse).splitlines()


def test_columns_by_hand(table):
    made = table(
        {"query_id": [7, 8], "doc": ["a", None], "start": [0, None], "score": [1, 2], "n": [3, 4]}
    )

    assert decoded(made.texts["topic"]).tolist() == ["7", "8"]
    assert made.texts["doc"].codes.tolist() == [0, -1]
    assert made.wholes["start"].tolist() == [0, -1]
    assert made.reals["score"].tolist() == [1.0, 2.0]
    assert made.extra["n"].tolist() == [3, 4]
    assert (made.size, made.decimal, made.problems.total) == (2, frozenset(), 0)


def test_numbers_for_names_that_a_gap_made_floats(table):
    made = table({"topic": [1.0, None, 2.5], "doc": ["a", "", "b"]})

    assert decoded(made.texts["topic"]).tolist() == ["1", "", "?"]
    assert made.texts["doc"].codes.tolist() == [0, -1, 1]
    assert words(made) == ['x: row 3: topic "2.5" is not text']


@pytest.mark.parametrize(
    ("values", "shown"), [([True], "true"), ([[1, 2]], "[...]"), ([b"a"], "b'a'")]
)
def test_what_is_no_name(table, values, shown):
    assert words(table({"doc": values})) == [f'x: row 1: doc "{shown}" is not text']


def test_a_nul_in_a_name(table):
    assert words(table({"doc": ["a\0b", "c"]})) == ["x: row 1: doc holds a NUL character"]


def test_categories_are_the_text_that_they_stand_for(table):
    made = table({"doc": pl.Series(["b", "a", "b"], dtype=pl.Categorical)})

    assert decoded(made.texts["doc"]).tolist() == ["b", "a", "b"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([5, None], [5, -1]),
        ([5.0, None], [5, -1]),
        (["5", ""], [5, -1]),
        ([None, None], [-1, -1]),
        (pl.Series([5, 0], dtype=pl.UInt8), [5, 0]),
    ],
)
def test_whole_numbers_of_any_type(table, values, found):
    made = table({"end": values})

    assert made.wholes["end"].tolist() == found
    assert made.problems.total == 0


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("start", 1.5, 'start "1.5" is not a whole number'),
        ("start", "x", 'start "x" is not a whole number'),
        ("start", "99999999999999999999", 'start "99999999999999999999" is beyond 64 bits'),
        ("start", 1e300, 'start "1e+300" is beyond 64 bits'),
        ("start", True, 'start "true" is not a whole number'),
        ("start", -1, "start -1 is negative"),
        ("start", 1 << 60, f"start {1 << 60} is larger than any document"),
        ("rank", -1, "rank -1 is negative"),
        ("score", "x", 'score "x" is not a number'),
        ("score", math.nan, 'score "nan" is not a number'),
        ("score", [1.0], 'score "[...]" is not a number'),
    ],
)
def test_what_is_no_number(table, name, value, problem):
    assert words(table({name: [value]})) == [f"x: row 1: {problem}"]


def test_a_large_rank_is_a_number(table):
    assert table({"rank": [1 << 60]}).wholes["rank"].tolist() == [1 << 60]


def test_real_numbers_and_how_they_are_written(table):
    made = table({"score": ["1e-3", "", None]})

    assert made.reals["score"].tolist()[0] == 0.001
    assert all(math.isnan(value) for value in made.reals["score"][1:])
    assert made.decimal == {"score"}


def test_unknown_columns_are_kept_as_they_came(table):
    made = table({"note": ["a", None], "n": [1, None], "w": [0.5, 1.5], "l": [[1], [2]]})

    assert made.extra["note"].tolist() == ["a", ""]
    assert made.extra["n"].tolist() == [1, None]
    assert made.extra["w"].tolist() == [0.5, 1.5]
    assert made.extra["l"].tolist() == [[1], [2]]
