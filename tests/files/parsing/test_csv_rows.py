from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.files.parsing.csv_rows import csv_rows


def test_rows_and_their_lines(source):
    text = 'b,a,c\r\n1,"x\ny ""z""",\n\n2,,3'

    assert list(csv_rows(source(text), ("a", "b"))) == [
        (2, {"b": "1", "a": 'x\ny "z"', "c": ""}),
        (5, {"b": "2", "a": "", "c": "3"}),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1\n", "x:2: 1 column, expected 2 (a,b)"),
        ("a,c\n", "x:1: no column b (available: a, c)"),
        ("a,b,a\n", 'x:1: column "a" occurs twice'),
        ('a,b\n1,"2\n', "x:2: not CSV (unexpected end of data)"),
    ],
)
def test_what_is_refused(source, text, words):
    assert said(lambda: list(csv_rows(source(text), ("a", "b")))) == words
