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


def check_level(measure: str, cutoff: float | str | None) -> None:
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


def reaches_floor(
    count: NDArray[Any], total: Ints, unit: int, level: Fraction, points: int
) -> Flags:
    """Whether the level of each row, as `floor_levels` has it, is at least `level`."""
    steps = floor_levels(count, total, unit, points) - 1
    reached: Flags = steps * level.denominator >= (points - 1) * level.numerator
    return reached


def n_levels(count: NDArray[Any], total: Ints, unit: int, points: int) -> Ints:
    """How many of the levels 0, 1/(points-1), ..., 1 are reached, row by row (`total` > 0)."""
    most = max(int(count.max(initial=1)) * points, int(total.max(initial=1)) * unit)
    steps = _roomy(count, most) * (points - 1) // (_roomy(total, most) * unit)
    reached: Ints = np.minimum(steps + 1, points).astype(np.int64)
    return reached


def floor_levels(count: NDArray[Any], total: Ints, unit: int, points: int) -> Ints:
    """How many levels are reached where the level is ``floor((points - 1) * recall)`` in doubles.

    A level of that many steps, and all below it: inex_eval's way, in which 29 of 50 falls into
    level 57 of 100.
    """
    recall = count.astype(np.float64) / (total * float(unit))
    steps = np.floor((points - 1) * recall).astype(np.int64)
    reached: Ints = np.minimum(steps + 1, points)
    return reached


def rounded_count(level: Fraction, total: Ints, rule: str) -> Ints:
    """How many of `total` a recall level asks for, as a version of trec_eval computes it.

    ``trec_eval9`` adds 0.9 and truncates, ``trec_eval10`` rounds to the nearest; in doubles.
    """
    wanted = float(level) * total.astype(np.float64)
    if rule == "trec_eval9":
        return np.trunc(wanted + 0.9).astype(np.int64)
    whole = np.trunc(wanted)
    return (whole + (wanted - whole >= 0.5)).astype(np.int64)


def _roomy(x: NDArray[Any], most: int) -> NDArray[Any]:
    """Return the column as it is, or as Python integers where 64 bits would not do."""
    return x if most < _SAFE else x.astype(object)
