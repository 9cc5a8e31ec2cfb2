"""Coefficients of agreement between raters who say yes or no."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints


@dataclass(frozen=True, eq=False)
class Ratings:
    """What raters said of units.

    Parameters
    ----------
    said : ndarray of int8
        A row per unit, a column per rater: 1 yes, 0 no, -1 not rated.
    weight : ndarray of int64
        How many units a row stands for.
    complete : bool
        Whether units to which everybody said no are among them.
    """

    said: NDArray[np.int8]
    weight: Ints
    complete: bool = True

    def take(self, rows: Flags) -> Ratings:
        """Return some units."""
        return Ratings(self.said[rows], self.weight[rows], self.complete)

    def both(self, one: int, other: int) -> Flags:
        """Units that two raters rated."""
        rated: Flags = (self.said[:, one] >= 0) & (self.said[:, other] >= 0)
        return rated


def jaccard(ratings: Ratings, one: int, other: int) -> float:
    """Share of the units to which either says yes that both do; NaN without any."""
    yes, single, _ = _table(ratings, one, other)
    either = yes + sum(single)
    return yes / either if either else math.nan


def kappa(ratings: Ratings, one: int, other: int) -> float:
    """Cohen's kappa; NaN where chance alone explains everything."""
    if not ratings.complete:
        return math.nan
    yes, (left, right), no = _table(ratings, one, other)
    n = yes + left + right + no
    if not n:
        return math.nan
    # n^2 times the expected agreement, in whole numbers
    chance = (yes + left) * (yes + right) + (no + left) * (no + right)
    if chance == n * n:
        return math.nan
    return (n * (yes + no) - chance) / (n * n - chance)


def alpha(ratings: Ratings) -> float:
    """Krippendorff's alpha of nominal data, all raters at once; NaN for one value or one unit."""
    if not ratings.complete:
        return math.nan
    rated = ratings.said >= 0
    raters = rated.sum(axis=1)
    rows = np.flatnonzero(raters > 1)
    m, weight = raters[rows], ratings.weight[rows]
    yes = (ratings.said[rows] == 1).sum(axis=1)
    n, n_yes = int((m * weight).sum()), int((yes * weight).sum())
    if int(weight.sum()) < 2 or n_yes in (0, n):
        return math.nan
    observed = math.fsum((weight * 2 * yes * (m - yes) / (m - 1)).tolist()) / n
    expected = 2 * n_yes * (n - n_yes) / (n * (n - 1))
    return 1 - observed / expected


def _table(ratings: Ratings, one: int, other: int) -> tuple[int, tuple[int, int], int]:
    """Weights of the units to which both, only one, only the other, and neither says yes."""
    rows = ratings.both(one, other)
    a, b = ratings.said[rows, one] == 1, ratings.said[rows, other] == 1
    weight = ratings.weight[rows]
    yes, left, right = (int(weight[x].sum()) for x in (a & b, a & ~b, b & ~a))
    return yes, (left, right), int(weight.sum()) - yes - left - right
