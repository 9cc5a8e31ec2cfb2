from __future__ import annotations

import math

import numpy as np

from partwise.report.tables import Code, Grid, Sheet, delimited, number, p_value, render

SHEETS = [
    Sheet("first", Grid("run", ["x"], [("a", ["1"], [True])])),
    Sheet("empty", Grid("run", ["x"], [])),
    Sheet("", Grid("run", ["y"], [("b", ["2"], [False])])),
]


def test_titles_and_empty_sheets():
    text = render(SHEETS, "table")

    assert text.startswith("first\nrun  x\n")
    assert "empty" not in text
    assert render(SHEETS, "md").startswith("**first**\n\n| run |")
    assert render(SHEETS, "latex").startswith("% first\n\\begin{tabular}")


def test_numbers_for_people():
    assert number(0.12345) == "0.1235"
    assert number(0.5, 2, sign=True) == "+0.50"
    assert number(math.nan) == number(None) == "-"
    assert p_value(1e-9) == "<0.0001"
    assert p_value(0.0001) == "0.0001"
    assert p_value(math.nan) == "-"


def test_records_for_programs():
    rows = [("a\tb", 0.1, None, math.nan, 3)]

    assert delimited(("s", "x", "n", "m", "i"), rows, "tsv") == ("s\tx\tn\tm\ti\na b\t0.1\t\t\t3\n")
    assert delimited(("s",), [("a,b",)], "csv") == 's\n"a,b"\n'


def test_columns_of_names_and_numbers_are_written_as_their_cells():
    rows = [
        ("q\t1", 0.1, Code("P"), np.float64(0.5), 1, "=x"),
        ("q2", math.nan, "R", None, math.inf, "-1"),
        ("", -0.0, "R", math.nan, True, "+a"),
    ]

    lines = delimited(tuple("abcdef"), rows, "tsv").splitlines()

    assert lines == [
        "a\tb\tc\td\te\tf",
        "q 1\t0.1\tP\t0.5\t1\t'=x",
        "q2\t\tR\t\tinf\t-1",
        "\t-0.0\tR\t\tTrue\t'+a",
    ]
    assert delimited(("a",), [("x", 1.5), ("y",)], "tsv") == "a\nx\t1.5\ny\n"
    assert delimited(("a",), [], "tsv") == "a\n"
    many = [(f"q{n}", n / 7) for n in range(9000)]
    assert delimited(("a", "b"), many, "tsv").splitlines()[1:] == [f"{q}\t{v!r}" for q, v in many]
