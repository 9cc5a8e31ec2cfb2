"""Paired differences: the numbers that every test of `statistics` starts from.

All functions of this room take differences as a block ``[topic, comparison]``.
NaN says that the topic is not paired: one of the two values is undefined.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NOISE = 1e-12
"""Values that differ by less than this share of the larger one are equal.

A measure sums its terms in the order of the run, so two runs that deserve the
same value may differ in the last bits; a test must not take that for an effect.
"""


def difference(values: Floats, baseline: Floats) -> Floats:
    """Return ``values - baseline``, exactly 0 where they differ by rounding only.

    Examples
    --------
    >>> difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25])).tolist()
    [0.0, 0.25]
    """
    gap: Floats = values - baseline
    size = np.maximum(np.abs(values), np.abs(baseline))
    gap[np.abs(gap) <= NOISE * size] = 0.0
    return gap


def counts(differences: Floats) -> NDArray[np.int64]:
    """Return the number of paired topics of each comparison."""
    paired: NDArray[np.int64] = np.sum(~np.isnan(differences), axis=0)
    return paired


def exact_means(values: Floats) -> Floats:
    """Return the mean of each column over its defined rows, by ``math.fsum``; NaN if none is."""
    columns = (column[~np.isnan(column)].tolist() for column in values.T)
    means = [math.fsum(column) / len(column) if column else math.nan for column in columns]
    return np.array(means, np.float64)


def deviations(differences: Floats) -> Floats:
    """Return the standard deviation (n - 1) of each column over its defined rows.

    NaN for fewer than two rows. Exactly 0 when the column varies by rounding
    only, so that a constant difference never looks infinitely certain.
    """
    n = counts(differences)
    # one contiguous row per comparison: a sum must not depend on how many others there are
    rows = np.ascontiguousarray(np.nan_to_num(differences.T))
    centred = rows - (rows.sum(axis=1) / np.maximum(n, 1))[:, None]
    centred[np.isnan(differences.T)] = 0.0
    spread: Floats = np.sqrt((centred**2).sum(axis=1) / np.maximum(n - 1, 1))
    spread[spread <= NOISE * np.abs(rows).max(axis=1, initial=0.0)] = 0.0
    spread[n < 2] = np.nan
    return spread
