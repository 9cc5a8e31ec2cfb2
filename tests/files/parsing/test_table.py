from __future__ import annotations

import math

import numpy as np
import pytest
from tests.files.samples import said

from partwise.files.parsing.columns import decoded
from partwise.files.parsing.problems import BROKEN, Problems
from partwise.files.parsing.table import Table, stand_in
from partwise.tables.columns import Coded
from partwise.tables.names import Names


class Lines:
    """Line of each row: the first row stands in line 2."""

    def of(self, row: int) -> int:
        return row + 2


@pytest.fixture
def table(source):
    def made(*, lines=None, size=None, texts=None, extra=None, **wholes):
        columns = {name: np.array(values, np.int64) for name, values in wholes.items()}
        file = source("")
        if size is None:
            size = len(next(iter(wholes.values())))
        return Table(
            file, "tsv", size, texts or {}, columns, {}, extra or {}, lines, Problems(file)
        )

    return made


def names(*cells: str | None) -> Coded:
    known = list(dict.fromkeys(cell for cell in cells if cell is not None))
    codes = [-1 if cell is None else known.index(cell) for cell in cells]
    return Coded(np.array(codes, np.int32), Names.of(known))


def words(table) -> list[str]:
    return said(table.problems.refuse).splitlines()


def test_columns_that_are_not_there(table):
    made = table(size=2)

    assert made.whole("start").tolist() == [-1, -1]
    assert all(math.isnan(value) for value in made.real("score"))
    assert made.text("doc").codes.tolist() == [-1, -1]
    assert made.unplaced("run") is None


def test_needed_columns_and_cells(table):
    made = table(start=[1, -1], texts={"doc": names("d", None)}, lines=Lines())
    made.need("doc", "start")
    assert words(made) == ["x:3: doc is missing", "x:3: start is missing"]
    bare = table(start=[1], extra={"note": np.array(["x"])})
    assert said(bare.need, "topic") == "x: no column topic (available: start, note)"
    assert said(bare.need, "topic", "doc", "start").startswith("x: no columns topic and doc (")


def test_what_is_wrong_already_comes_before_a_missing_column(table):
    made = table(start=[1])
    made.problems.add(2, "3 columns, expected 2")

    assert said(made.need, "topic") == "x:2: 3 columns, expected 2"


def test_spans_of_runs(table):
    made = table(start=[0, 5, -1, 4], end=[3, -1, -1, 4], length=[-1, 2, -1, 0])
    start, end = made.spans(run=True)

    assert start.tolist() == [0, 5, -1, 4]
    assert end.tolist() == [3, 7, -1, 4]
    assert made.problems.total == 0


@pytest.mark.parametrize(
    ("start", "end", "length", "problem"),
    [
        (-1, -1, 5, "length without start"),
        (-1, 5, 5, "length without start"),
        (3, 9, 5, "end 9 is not start + length = 8"),
        (3, -1, -1, "start without end"),
        (-1, 3, -1, "end without start"),
        (3, 2, -1, "end 2 is before start 3"),
    ],
)
def test_spans_that_are_wrong(table, start, end, length, problem):
    made = table(start=[start], end=[end], length=[length], lines=Lines())
    made.spans(run=True)

    assert words(made) == [f"x:2: {problem}"]


def test_judged_spans_have_characters_and_their_length_is_the_document_s(table):
    made = table(start=[4, 0], end=[4, 9], length=[50, 50])
    assert made.spans(run=False)[1].tolist() == [4, 9]
    assert words(made) == ["x: row 1: empty span 4..4"]


def test_a_refused_number_is_refused_once(table):
    made = table(start=[BROKEN, 3, 1], end=[5, BROKEN, -1], length=[-1, -1, BROKEN])
    made.spans(run=True)

    assert made.problems.total == 0


def test_rows_that_lie_nowhere(table):
    made = table(start=[1, -1, -1], texts={"element": names(None, "/a[1]", None)})

    assert made.unplaced("run").tolist() == [False, False, True]


def test_blank_rows(table):
    made = table(start=[-1, -1, 2], texts={"topic": names("a", "a", "a")})
    made.extra["note"] = np.array(["", "x", ""], dtype=object)

    assert made.blank("topic").tolist() == [True, False, False]
    assert made.blank().tolist() == [False, False, False]
    assert made.blank("topic", "start").tolist() == [True, False, True]


@pytest.mark.parametrize(("lines", "place"), [(Lines(), "line 4"), (None, "row 3")])
def test_rows_that_are_taken_keep_their_place(table, lines, place):
    made = table(start=[7, 8, 9], texts={"doc": names("a", "b", "c")}, lines=lines)
    some = made.taken(np.array([1, 2])).taken(np.array([1]))

    assert some.size == 1
    assert some.wholes["start"].tolist() == [9]
    assert decoded(some.texts["doc"]).tolist() == ["c"]
    assert some.place(0) == place
    some.say(np.array([True]), lambda row: f"wrong {row}")
    assert words(made) == [f"x{':4' if lines else ': row 3'}: wrong 0"]


def test_columns_for_all_rows_or_for_none(table):
    made = table(size=2)
    column = np.array([1.0, 2.0])

    assert made.given("score", column, np.array([True, True])) is None
    assert made.given("score", column, np.array([False, False])) is column
    made.given("score", column, np.array([False, True]))
    assert words(made) == ["x: row 2: score is missing"]


def test_what_stands_for_a_refused_name():
    assert [stand_in(name) for name in ("topic", "doc", "element")] == ["?", "?", None]
