from __future__ import annotations

import numpy as np
import pytest
from tests.files.samples import said

from partwise.files.parsing.element_paths import (
    checked_path,
    checked_paths,
    checked_point,
)
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.paths import split_ranges
from partwise.tables.problems import Problems
from partwise.tables.row_lines import first_rows

HINT = "Use lenient=True and structure=... to read a step without [n] as [1]"


def coded(codes, *names: str) -> Coded:
    return Coded(np.array(codes, np.int32), Names.of(names))


@pytest.mark.parametrize("lenient", [False, True])
def test_one_path(lenient):
    assert checked_path("/a[1]/b-c[20]", lenient=lenient) == "/a[1]/b-c[20]"
    for bad in ("a[1]", "/a[0]", "", "/a[1]/", "/a[x]"):
        with pytest.raises(ValueError, match=r'^path ".*" is not an element path$'):
            checked_path(bad, lenient=lenient)


def test_steps_without_a_number():
    assert checked_path("/a/b[2]", lenient=True) == "/a/b[2]"
    with pytest.raises(ValueError, match='path "/a/b" is not') as caught:
        checked_path("/a/b", lenient=False)
    assert str(caught.value).endswith(HINT)


def test_points_inside_a_text():
    assert checked_point("/a[1]/text()[2].7", lenient=False) == "/a[1]/text()[2].7"
    assert checked_point("/a[1]", lenient=False) == "/a[1]"
    with pytest.raises(ValueError, match="is not an element path"):
        checked_point("text()[1].0", lenient=False)


def test_all_rows_of_a_bad_path_are_refused(source):
    column = coded([0, 1, 2, 1, -1], "/a[1]", "/b", "none")
    strict = Problems(source(""))
    assert checked_paths(column, first_rows(9), strict, lenient=False) is column
    bare = 'path "/b" is not an element path'
    assert said(strict.refuse).splitlines() == [
        f"x: row 2: {bare}. {HINT}",
        'x: row 3: path "none" is not an element path',
        f"x: row 4: {bare}. {HINT}",
    ]
    lenient = Problems(source(""))
    checked_paths(column, first_rows(9), lenient, lenient=True)
    assert said(lenient.refuse) == 'x: row 3: path "none" is not an element path'


def test_ranges_are_split():
    column = coded([1, 0, -1, 2], "/a[1]", "/a[1] /b[2]", "a name")
    first, last = split_ranges(column)

    assert first.names.tolist() == ["/a[1]", "/b[2]", "a name"]
    assert first.codes.tolist() == [0, 0, -1, 2]
    assert last.tolist() == [1, -1, -1, -1]


def test_without_ranges_nothing_changes():
    column = coded([0, 1], "/a[1]", "a name")

    assert split_ranges(column) == (column, None)
