"""Agreement between two rankings of the same runs.

Rankings are given as arrays of means, oriented so that larger is better.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import distinct
from partwise.statistics.differences import NOISE, Floats

EXACT = 7
"""Up to this many runs all orders are enumerated for a p-value."""

_CELLS = 4_000_000
"""Pairs of runs, times orders, looked at in one go."""


def oriented(means: Floats, better: str) -> Floats:
    """Return means turned so that larger is better, equal where they differ by rounding only."""
    largest = np.nanmax(np.abs(means), initial=0.0)
    if largest == 0:
        return np.where(np.isnan(means), np.nan, 0.0)
    steps: Floats = np.round(means / (largest * NOISE)) * (largest * NOISE)
    return -steps if better == "lower" else steps


def kendall(x: Floats, y: Floats) -> tuple[float, float]:
    """Return Kendall's tau-b and its two-sided p-value; NaN when one ranking is all ties.

    The p-value is exact for small rankings without ties, else the normal approximation.

    References
    ----------
    Kendall (1938), A new measure of rank correlation.
    """
    from scipy.stats import kendalltau

    if not (np.ptp(x) > 0 and np.ptp(y) > 0):
        return math.nan, math.nan
    found = kendalltau(x, y)
    # the library leaves 1 - 1e-16 for identical rankings
    return round(float(found.statistic), 14), float(found.pvalue)


def tau_ap(walked: Floats, reference: Floats) -> float:
    r"""Return the AP rank correlation: like Kendall's tau, but the top counts more.

    .. math::

        \tau_{AP} = \frac{2}{n - 1} \sum_{i=2}^{n} \frac{C(i)}{i - 1} - 1

    where :math:`C(i)` is the number of runs above rank i of `walked` that
    `reference` also puts above the run at that rank. Not symmetric.

    Notes
    -----
    With ties the value is the mean over all ways to break them in both
    rankings, so a ranking with ties does not agree with itself perfectly. NaN when
    one ranking is all ties.

    References
    ----------
    Yilmaz, Aslam and Robertson (2008), A new rank correlation coefficient for
    information retrieval. Urbano and Marrero (2017), The treatment of ties in
    AP correlation.
    """
    if not (np.ptp(walked) > 0 and np.ptp(reference) > 0):
        return math.nan
    weights = _ap_weights(walked)
    return float((weights * _signs(reference)).sum()) / (walked.size - 1)


def weighted_tau(x: Floats, y: Floats) -> float:
    """Return the additive hyperbolic weighted tau; NaN when one ranking is all ties.

    A pair of runs weighs :math:`1/r_i + 1/r_j` for ranks from 1; the mean of
    the values with ranks taken from `x` and from `y`.

    References
    ----------
    Vigna (2015), A weighted correlation index for rankings with ties.
    """
    from scipy.stats import weightedtau

    if not (np.ptp(x) > 0 and np.ptp(y) > 0):
        return math.nan
    return float(weightedtau(x, y).statistic)


def permutation_p(
    x: Floats, y: Floats, *, permutations: int = 5_000, seed: int = 0
) -> tuple[float, float]:
    """Return two-sided p-values of `tau_ap` and `weighted_tau` under random order.

    Parameters
    ----------
    x, y : ndarray
        Two rankings; `x` is the one that `tau_ap` walks down.
    permutations : int
        Random orders of `y`; all orders are taken for up to `EXACT` runs.
    seed : int
        Seed of the orders.
    """
    if not (np.ptp(x) > 0 and np.ptp(y) > 0):
        return math.nan, math.nan
    untied = distinct(x).size == distinct(y).size == x.size
    null = _untied_null(x.size, permutations, seed) if untied else _null(x, y, permutations, seed)
    observed = np.array([[tau_ap(x, y)], [weighted_tau(x, y)]])
    reached = np.sum(np.abs(null) >= np.abs(observed) - 1e-12, axis=1)
    exact = x.size <= EXACT
    p = reached / null.shape[1] if exact else (1 + reached) / (1 + null.shape[1])
    return float(p[0]), float(p[1])


@lru_cache(maxsize=8)
def _untied_null(n: int, permutations: int, seed: int) -> Floats:
    """Without ties the distribution depends on the number of runs only."""
    places = np.arange(float(n))
    return _null(places, places, permutations, seed)


def _null(x: Floats, y: Floats, permutations: int, seed: int) -> Floats:
    """Both correlations under random orders, ``[2, order]``."""
    blocks = [_under_orders(x, y, orders) for orders in _orders(x.size, permutations, seed)]
    return np.concatenate(blocks, axis=1)


def _signs(values: Floats) -> Floats:
    """1 where column stands above row, -1 below, 0 equal."""
    return np.sign(values[None, :] - values[:, None])


def _ap_weights(walked: Floats) -> Floats:
    """Weight of (row, column): column above row, over the ranks that row may take."""
    n = walked.size
    above = _signs(walked) > 0
    first = above.sum(axis=1)  # runs above the group of ties
    size = (_signs(walked) == 0).sum(axis=1)
    harmonic = np.concatenate(([0.0], np.cumsum(1 / np.arange(1, n + 1))))
    # mean of 1 / (rank - 1) over the ranks first + 1 .. first + size
    mean = (harmonic[first + size - 1] - harmonic[np.maximum(first - 1, 0)]) / size
    return np.where(above, mean[:, None], 0.0)


def _orders(n: int, permutations: int, seed: int) -> list[NDArray[np.int64]]:
    if n <= EXACT:
        return [np.array(list(itertools.permutations(range(n))), np.int64)]
    random = np.random.default_rng((seed, n))
    block = max(1, _CELLS // (n * n))
    sizes = [min(block, permutations - at) for at in range(0, permutations, block)]
    return [random.permuted(np.tile(np.arange(n), (size, 1)), axis=1) for size in sizes]


def _under_orders(x: Floats, y: Floats, orders: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Both correlations of `x` with `y` in each order."""
    n = x.size
    mine, theirs = _signs(x), _signs(y)
    moved = theirs[orders[:, :, None], orders[:, None, :]]
    ap = np.einsum("ij,bij->b", _ap_weights(x), moved) / (n - 1)
    agreement = np.einsum("ij,bij->bi", mine, moved)
    shuffled = y[orders]
    untied_x = np.broadcast_to((mine != 0).sum(axis=1), agreement.shape)
    untied_y = (theirs != 0).sum(axis=1)[orders]
    halves = []
    for first, second in ((x[None, :], shuffled), (shuffled, x[None, :])):
        weight = 1.0 / _ranks(first, second)
        parts = [(weight * part).sum(axis=1) for part in (agreement, untied_x, untied_y)]
        halves.append(parts[0] / np.sqrt(parts[1] * parts[2]))
    return ap, (halves[0] + halves[1]) / 2


def _ranks(first: Floats, second: Floats) -> Floats:
    """Ranks from 1 by `first` descending, ties by `second` descending, row by row."""
    n = second.shape[1]
    wide = np.broadcast_to(first, (max(len(first), len(second)), n))
    narrow = np.broadcast_to(second, wide.shape)
    order = np.lexsort((-narrow, -wide), axis=1)
    ranks = np.empty(wide.shape)
    np.put_along_axis(ranks, order, np.arange(1.0, n + 1)[None, :], axis=1)
    return ranks
