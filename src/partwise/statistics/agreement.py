"""Coefficients of agreement between raters who say yes or no."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints


@dataclass(frozen=True, eq=False)
class Ratings:
    """Yes/no labels of units by several raters.

    Parameters
    ----------
    said : ndarray of int8
        ``[row, rater]``: 1 yes, 0 no, -1 not rated.
    weight : ndarray of int64
        ``[row]``, number of units that share the labels of the row.
    complete : bool
        True if units that all raters labelled no are included.
    """

    labels: NDArray[np.int8]
    weight: Ints
    complete: bool = True

    def take(self, rows: Flags) -> Ratings:
        """Return the subset of rows under a mask."""
        return Ratings(self.labels[rows], self.weight[rows], self.complete)

    def both(self, first: int, second: int) -> Flags:
        """Mask of the rows that two raters rated; `first` and `second` are columns."""
        rated: Flags = (self.labels[:, first] >= 0) & (self.labels[:, second] >= 0)
        return rated


def jaccard(ratings: Ratings, first: int, second: int) -> float:
    """Jaccard index of the units labelled yes by two raters; NaN if there are none."""
    yes, single, _ = _table(ratings, first, second)
    either = yes + sum(single)
    return yes / either if either else math.nan


def kappa(ratings: Ratings, first: int, second: int) -> float:
    """Cohen's kappa; NaN where chance alone explains everything."""
    if not ratings.complete:
        return math.nan
    yes, (first_only, second_only), no = _table(ratings, first, second)
    n = yes + first_only + second_only + no
    if not n:
        return math.nan
    # n^2 times the expected agreement, in whole numbers
    chance = (yes + first_only) * (yes + second_only) + (no + first_only) * (no + second_only)
    if chance == n * n:
        return math.nan
    return (n * (yes + no) - chance) / (n * n - chance)


def alpha(ratings: Ratings) -> float:
    """Krippendorff's alpha of nominal data, all raters at once; NaN for one value or one unit."""
    if not ratings.complete:
        return math.nan
    rated = ratings.labels >= 0
    raters = rated.sum(axis=1)
    rows = np.flatnonzero(raters > 1)
    m, weight = raters[rows], ratings.weight[rows]
    yes = (ratings.labels[rows] == 1).sum(axis=1)
    n, n_yes = int((m * weight).sum()), int((yes * weight).sum())
    if int(weight.sum()) < 2 or n_yes in (0, n):
        return math.nan
    observed = math.fsum((weight * 2 * yes * (m - yes) / (m - 1)).tolist()) / n
    expected = 2 * n_yes * (n - n_yes) / (n * (n - 1))
    return 1 - observed / expected


def _table(ratings: Ratings, first: int, second: int) -> tuple[int, tuple[int, int], int]:
    """Contingency table: weights of yes by both, by (first only, second only), by neither."""
    rows = ratings.both(first, second)
    a, b = ratings.labels[rows, first] == 1, ratings.labels[rows, second] == 1
    weight = ratings.weight[rows]
    yes, first_only, second_only = (int(weight[x].sum()) for x in (a & b, a & ~b, b & ~a))
    return yes, (first_only, second_only), int(weight.sum()) - yes - first_only - second_only
