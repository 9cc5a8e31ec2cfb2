from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.tables.checks import first, offsets_checked


def columns(**given):
    return {name: np.array(values, np.int64) for name, values in given.items()}


def test_the_first_bad_row():
    assert first(np.array([False, True, True])) == 1
    assert first(np.array([True])) == 0
    assert first(np.array([False, False])) is None
    assert first(np.array([], bool)) is None


def test_absent_columns_are_absent_in_every_row():
    start, end = offsets_checked({}, 2, run=False)

    assert (start.tolist(), end.tolist()) == ([-1, -1], [-1, -1])


def test_length_stands_for_end_where_there_is_none():
    given = columns(start=[10, 0, -1], end=[-1, 4, -1], length=[5, 4, -1])

    start, end = offsets_checked(given, 3, run=True)

    assert (start.tolist(), end.tolist()) == ([10, 0, -1], [15, 4, -1])


def test_the_length_of_a_judged_document_is_no_offset():
    given = columns(start=[10], end=[12], length=[500])

    assert offsets_checked(given, 1, run=False)[1].tolist() == [12]


def test_an_empty_span_is_legal_in_a_run_only():
    given = columns(start=[0, 7], end=[1, 7])

    assert offsets_checked(given, 2, run=True)[1].tolist() == [1, 7]
    with pytest.raises(TableError) as caught:
        offsets_checked(given, 2, run=False)
    assert (caught.value.row, caught.value.problem) == (1, "empty span 7..7")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"start": [3, 0], "end": [4, -1]}, "start without end"),
        ({"start": [0, -1], "end": [1, 4]}, "end without start"),
        ({"start": [0, 5], "end": [1, 3]}, "end 3 is before start 5"),
        ({"start": [0, -1], "end": [1, -1], "length": [-1, 3]}, "length without start"),
        ({"start": [0, 0], "end": [1, 4], "length": [1, 0]}, "end 4 is not start + length = 0"),
        ({"start": [0, 2], "end": [1, 4], "length": [1, 5]}, "end 4 is not start + length = 7"),
    ],
)
def test_what_is_refused(given, problem):
    with pytest.raises(TableError) as caught:
        offsets_checked(columns(**given), 2, run=True)

    assert (caught.value.row, caught.value.problem) == (1, problem)
