"""Values of JSON lines, one kind of column after the other."""

from __future__ import annotations

import math

import pytest

from partwise.files.parsing.json_columns import AsWritten, column_of
from partwise.tables.problems import BROKEN


@pytest.mark.parametrize(
    ("kind", "name", "value", "read"),
    [
        ("whole", "rank", 3, 3),
        ("whole", "rank", 3.0, 3),
        ("whole", "rank", "3", 3),
        ("whole", "rank", AsWritten("3e2"), 300),
        ("real", "score", 3, 3.0),
        ("real", "score", "1e3", 1000.0),
        ("real", "score", "-inf", -math.inf),
        ("text", "doc", 17, 0),
        ("text", "doc", "17", 0),
        (None, "colour", (("a", [AsWritten("NaN")]),), {"a": [math.nan]}),
    ],
)
def test_values(kind, name, value, read):
    column = column_of(name, kind)

    assert column.add(0, value) is None
    assert repr(list(column.values)) == repr([read])


@pytest.mark.parametrize(
    ("kind", "name", "value", "said"),
    [
        ("whole", "rank", 2.5, 'rank "2.5" is not a whole number'),
        ("whole", "rank", -1, "rank -1 is negative"),
        ("whole", "start", 1 << 60, f"start {1 << 60} is larger than any document"),
        ("whole", "rank", 1 << 64, f'rank "{1 << 64}" is beyond 64 bits'),
        ("whole", "rank", [1], 'rank "[...]" is not a whole number'),
        ("real", "score", "x", 'score "x" is not a number'),
        ("real", "score", AsWritten("1e999"), 'score "1e999" is beyond 64 bits'),
        ("text", "doc", True, 'doc "true" is not text'),
        ("text", "doc", b"a", "doc \"b'a'\" is not text"),
        ("text", "doc", "a\0", "doc holds a NUL character"),
        ("text", "doc", "\ud800", "doc holds half of a character (a lone surrogate)"),
        (None, "colour", "\ud800", "colour holds half of a character (a lone surrogate)"),
    ],
)
def test_what_is_wrong(kind, name, value, said):
    column = column_of(name, kind)

    assert column.add(0, value) == said
    assert len(column.values) == 1
    if kind == "whole":
        assert column.values[0] == BROKEN


@pytest.mark.parametrize(("kind", "nothing"), [("whole", -1), ("text", -1), (None, None)])
def test_absent_values(kind, nothing):
    column = column_of("x", kind)

    assert column.add(2, None) is None
    assert column.add(3, "") is None
    column.fill(5)
    assert list(column.values) == [nothing] * 5


def test_a_key_that_is_there_twice():
    column = column_of("rank", "whole")
    column.add(0, 1)

    assert column.add(0, 2) == 'key "rank" occurs twice'


def test_decimals_are_told():
    column = column_of("s", "real")
    for row, (value, decimal) in enumerate([(1, False), ("2", False), (0.5, True)]):
        column.add(row, value)
        assert column.decimal is decimal
