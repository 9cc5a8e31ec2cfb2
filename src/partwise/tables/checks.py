"""Row checks that all tables share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.tables.columns import ABSENT


def first(bad: NDArray[np.bool_]) -> int | None:
    """Return the first row where `bad` holds, or None."""
    return int(np.argmax(bad)) if bad.any() else None


def offsets_checked(
    numbers: Mapping[str, NDArray[Any]], size: int, *, run: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return start and end after checking order and completeness.

    In a run ``length`` may stand for ``end``, and an empty span is legal; in
    assessments it is refused.
    """
    absent = np.full(size, ABSENT, np.int64)
    start = numbers.get("start", absent)
    end = numbers.get("end", absent)
    length = numbers.get("length")
    if run and length is not None:
        end = _end_from_length(start, end, length)
    if (row := first((start < 0) != (end < 0))) is not None:
        given = "start without end" if start[row] >= 0 else "end without start"
        raise TableError(row, given)
    if (row := first(end < start)) is not None:
        raise TableError(row, f"end {end[row]} is before start {start[row]}")
    if not run and (row := first((start >= 0) & (end == start))) is not None:
        raise TableError(row, f"empty span {start[row]}..{end[row]}")
    return start, end


def _end_from_length(
    start: NDArray[np.int64], end: NDArray[np.int64], length: NDArray[np.int64]
) -> NDArray[np.int64]:
    implied = np.where((start >= 0) & (length >= 0), start + length, ABSENT)
    if (row := first((length >= 0) & (start < 0))) is not None:
        raise TableError(row, "length without start")
    differ = (end >= 0) & (implied >= 0) & (end != implied)
    if (row := first(differ)) is not None:
        raise TableError(row, f"end {end[row]} is not start + length = {implied[row]}")
    return np.where(end >= 0, end, implied)
