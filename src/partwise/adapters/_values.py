"""Names and numbers of any library as those of Python."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from partwise._typing import Ints


def as_name(value: Any) -> str | int | None:
    """Return what can name a document or an item: text, a whole number, a path, a UUID."""
    if isinstance(value, (os.PathLike, uuid.UUID)):
        return str(value)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value)
    return (str(value) or None) if isinstance(value, str) else None


def as_number(value: Any) -> float | int | None:
    """Return a number of any library as Python's; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        return None
    return value.item() if isinstance(value, np.number) else value


def whole_numbers(column: Sequence[Any]) -> Ints:
    """Return whole numbers, -1 where there is none; 10.0 is a whole number."""
    kinds = set(map(type, column))
    if kinds <= {type(None)}:
        return np.full(len(column), -1, np.int64)
    if kinds <= {int}:
        with suppress(OverflowError):
            return np.fromiter(column, np.int64, len(column))
    if kinds <= {float}:
        reals = np.fromiter(column, np.float64, len(column))
        good = (np.trunc(reals) == reals) & (np.abs(reals) < 2.0**62)
        return np.where(good, reals, -1).astype(np.int64)
    numbers = map(as_number, column)
    whole = (-1 if n is None or n % 1 != 0 or abs(n) >= 2**62 else int(n) for n in numbers)
    return np.fromiter(whole, np.int64, len(column))
