from __future__ import annotations

import math

import numpy as np
import pytest
from tests.files.samples import said

from partwise.errors import FormatError
from partwise.files.blocks import Block
from partwise.files.parsing.cells import Cells, refuse_twice, wrong_columns
from partwise.kernels.text.lines import PAD, padded, split_rows
from partwise.tables.problems import BROKEN, FARTHEST, Problems
from partwise.tables.row_lines import RowLines, first_rows


@pytest.fixture
def problems(source):
    return Problems(source(""))


def cells(text: str, problems: Problems, width: int = 1, first: int = 1):
    """The cells of lines, and where the fields of their first column stand."""
    data = padded(text.encode())
    block = Block(data, data.size - PAD, first)
    rows = split_rows(data, block.hi, width)
    return Cells(block, rows, problems), rows


def test_nothing_noted_nothing_refused(problems):
    problems.prune()
    problems.refuse()


def test_one_problem_is_one_error(problems):
    problems.add(7, ("wrong", "Mend it"))

    with pytest.raises(FormatError) as caught:
        problems.refuse()
    assert (caught.value.line, caught.value.hint) == (7, "Mend it")


def test_problems_come_in_order_and_the_rest_is_counted(problems):
    problems.add_lines(np.arange(130, 100, -1), lambda at: f"no. {at}")
    problems.prune()
    problems.add(5, "first")
    problems.add(None, "of the file")
    words = said(problems.refuse).splitlines()

    assert words[:3] == ["x: of the file", "x:5: first", "x:111: no. 19"]
    assert words[20:] == ["... and 12 more problems"]


def test_words_are_asked_for_by_row(problems):
    problems.where(np.array([False, True]), np.array([4, 9]), lambda row: f"row {row}")
    problems.where(np.array([False, False]), np.array([4, 9]), lambda row: f"never {row}")

    assert said(problems.refuse) == "x:9: row 1"


def test_rows_without_lines_are_counted_from_1(problems):
    problems.at_rows(np.array([0]), first_rows(1), lambda row: f"a{row}")
    problems.at_rows(np.array([1]), RowLines(np.array([6, 9]), "row"), lambda row: f"b{row}")

    assert said(problems.refuse) == "x: row 1: a0\nx: row 9: b1"


def test_odd_lines(problems):
    block, rows = cells("a b\nc\na b c\n", problems, 2, first=11)
    block.odd_lines(rows, "2 (x y)", most=2, hint="Cut it")

    assert said(problems.refuse).splitlines() == [
        "x:12: 1 column, expected 2 (x y)",
        "x:13: 3 columns, expected 2 (x y). Cut it",
    ]
    assert wrong_columns(1, "2") == "1 column, expected 2"


def test_whole_numbers(problems):
    found, rows = cells("5\n-3\nx\n99999999999999999999\n+7\n", problems)

    assert found.whole(rows.field(0), "rank").tolist() == [5, BROKEN, BROKEN, BROKEN, 7]
    assert said(problems.refuse).splitlines() == [
        "x:2: rank -3 is negative",
        'x:3: rank "x" is not a whole number',
        'x:4: rank "99999999999999999999" is beyond 64 bits',
    ]
    fine = Problems(problems.source)
    found, rows = cells("5\n-3\n", fine)
    assert found.whole(rows.field(0), "n", signed=True).tolist() == [5, -3]
    assert fine.total == 0


def test_offsets(problems):
    found, rows = cells(f"0\n{FARTHEST}\n{FARTHEST + 1}\n-1\n", problems, first=3)

    assert found.offset(rows.field(0), "start").tolist() == [0, FARTHEST, BROKEN, BROKEN]
    assert said(problems.refuse).splitlines() == [
        f"x:5: start {FARTHEST + 1} is larger than any document",
        "x:6: start -1 is negative",
    ]


def test_numbers(problems):
    found, rows = cells("1.5\n-inf\nnan\n1_0\n", problems)
    field = rows.field(0)

    assert found.real(field, "score").tolist()[:2] == [1.5, -math.inf]
    assert problems.total == 2
    found.finite((field[0][:2], field[1][:2]), "grade")
    assert 'x:2: grade "-inf" is not a number' in said(problems.refuse)


def test_spans_that_are_none(problems):
    found, _ = cells("a\nb\nc\nd\ne\n", problems)
    start, size = np.array([0, -1, 4, 7, -1]), np.array([3, 3, 0, -2, 3])
    good = found.in_reach(start, size, np.array([True, True, True, True, False]))

    assert good.tolist() == [True, False, False, False, False]
    assert said(problems.refuse).splitlines() == [
        "x:2: offset -1 is negative",
        "x:3: empty span 4..4",
        "x:4: length -2 is negative",
    ]


def test_cells_of_some_rows_keep_their_lines(problems):
    found, rows = cells("a 1\n\nb 2\n", problems, 2)
    some = found.at(np.array([1]))
    span = rows.field(0)

    assert found.text(span, 1) == "b"
    some.need((span[0][1:], span[0][1:]), "doc")
    assert said(problems.refuse) == "x:3: doc is missing"


def test_a_column_twice_is_named_with_its_line(source):
    refuse_twice(source("x"), 3, ["a", "b"])
    with pytest.raises(FormatError, match=r':3: column "b\\x07" occurs twice'):
        refuse_twice(source("x"), 3, ["a", "b\a", "b\a"])
