"""Names and numbers of any library as those of Python."""

from __future__ import annotations

from pathlib import PurePosixPath
from uuid import UUID

import numpy as np
import pytest

from partwise.adapters._items import as_name, as_number, whole_numbers


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("a", "a"), ("", None), (3, 3), (np.int32(3), 3), (True, None), (2.0, None), (None, None),
        (PurePosixPath("a/b"), "a/b"), (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)  # fmt: skip
def test_what_can_name_a_document(value, name):
    found = as_name(value)

    assert (found, type(found)) == (name, type(name))


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (0.5, 0.5), (np.float32(0.5), 0.5), (np.int64(3), 3), (True, None), ("3", None)],
)
def test_numbers(value, number):
    found = as_number(value)

    assert (found, type(found)) == (number, type(number))


@pytest.mark.parametrize(
    ("column", "whole"),
    [
        ([None, None], [-1, -1]),
        ([3, 4], [3, 4]),
        ([3.0, 2.5], [3, -1]),
        ([3, None, 4.0, "5", True, np.int8(6)], [3, -1, 4, -1, -1, 6]),
        ([3, 2**70], [3, -1]),
        ([1e30, 2.0], [-1, 2]),
        ([float("inf"), float("nan"), 2.0], [-1, -1, 2]),
    ],
)
def test_whole_numbers(column, whole):
    found = whole_numbers(column)

    assert found.dtype == np.int64
    assert found.tolist() == whole
