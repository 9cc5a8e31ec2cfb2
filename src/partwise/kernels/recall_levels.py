"""Recall levels, compared exactly.

Recall at a row is a weighted count over the segment's total: new characters
count 1, repeated ones `tolerance`. Both the weight and the level are decimals,
so everything is compared in whole numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import ParameterError

_SAFE = 2**62


def check_level(measure: str, cutoff: float | None) -> None:
    """Refuse recall level 0, which is reached before the first rank."""
    if isinstance(cutoff, float) and not cutoff > 0:
        expected = "a recall level above 0.0 and at most 1.0"
        raise ParameterError(measure, "cutoff", cutoff, expected)


def weighted(fresh: Ints, again: Ints, tolerance: Fraction) -> tuple[NDArray[Any], int]:
    """Return ``fresh + tolerance * again`` in whole numbers, and the unit they are counted in."""
    p, q = tolerance.numerator, tolerance.denominator
    if p == 0:
        return fresh, 1
    most = int(fresh.max(initial=1)) + int(again.max(initial=0))
    fresh, again = _roomy(fresh, most * q), _roomy(again, most * q)
    return fresh * q + again * p, q


def reaches(count: NDArray[Any], total: Ints, unit: int, level: Fraction) -> Flags:
    """Whether ``count / (unit * total)`` is at least `level`, row by row."""
    a, b = level.numerator, level.denominator
    most = max(int(count.max(initial=1)) * b, int(total.max(initial=1)) * unit * a)
    reached: Flags = _roomy(count, most) * b >= _roomy(total, most) * (unit * a)
    return reached.astype(bool)


def n_levels(count: NDArray[Any], total: Ints, unit: int, points: int) -> Ints:
    """How many of the levels 0, 1/(points-1), ..., 1 are reached, row by row (`total` > 0)."""
    most = max(int(count.max(initial=1)) * points, int(total.max(initial=1)) * unit)
    steps = _roomy(count, most) * (points - 1) // (_roomy(total, most) * unit)
    reached: Ints = np.minimum(steps + 1, points).astype(np.int64)
    return reached


def _roomy(x: NDArray[Any], most: int) -> NDArray[Any]:
    """Return the column as it is, or as Python integers where 64 bits would not do."""
    return x if most < _SAFE else x.astype(object)
