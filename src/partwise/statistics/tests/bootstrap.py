"""The bias-corrected and accelerated (BCa) bootstrap interval of a mean difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.statistics.differences import Floats, deviations

_BLOCK = 1_000
"""Most resamples per matrix product."""

_CELLS = 5_000_000
"""Cells of a matrix of resamples: bounds the memory for large topic sets."""

_COLUMNS = 256
"""Comparisons whose bootstrap distributions are held at once."""


def mean_interval(
    differences: Floats, *, confidence: float = 0.95, resamples: int = 10_000, seed: int = 0
) -> tuple[Floats, Floats]:
    r"""Return the ends of the BCa interval of each comparison's mean difference.

    The bootstrap distribution of the mean is read not at
    :math:`\alpha = (1 \mp confidence)/2` but at

    .. math::

        \alpha' = \Phi\left(z_0 + \frac{z_0 + z_\alpha}{1 - a (z_0 + z_\alpha)}\right)

    where :math:`z_0` is the median bias and :math:`a` the acceleration from
    the jackknife, a sixth of the skewness of the jackknife means.

    Parameters
    ----------
    differences : ndarray [topic, comparison]
        NaN = not paired.
    confidence : float
        Nominal coverage.
    resamples : int
        Bootstrap resamples; comparisons with the same number of paired topics
        share them.
    seed : int
        Seed of the resamples.

    Returns
    -------
    low, high : ndarray [comparison]
        NaN for fewer than two paired topics; both ends equal the difference
        when it is the same on all topics, so identical runs give [0, 0].

    Notes
    -----
    With extreme skewness the denominator can reach zero; the limit of
    :math:`\alpha'`, 0 or 1, is taken then.

    References
    ----------
    Efron (1987), Better bootstrap confidence intervals. Efron and Tibshirani
    (1993), An Introduction to the Bootstrap, equations 14.9 to 14.15.
    """
    size = differences.shape[1]
    low, high = np.full(size, np.nan), np.full(size, np.nan)
    paired = ~np.isnan(differences)
    spread = deviations(differences)
    constant = paired.any(axis=0) & ((spread == 0) | (np.nan_to_num(differences) == 0).all(axis=0))
    where = np.argmax(paired, axis=0)
    low[constant] = high[constant] = differences[where, np.arange(size)][constant]
    varying = np.flatnonzero(spread > 0)
    for rows, columns in _alike(paired, varying):
        for first in range(0, columns.size, _COLUMNS):
            some = columns[first : first + _COLUMNS]
            values = differences[np.ix_(rows, some)]
            means = resampled_means(values, resamples, seed)
            low[some], high[some] = _bca(values, means, confidence)
    return low, high


def _alike(
    paired: NDArray[np.bool_], columns: NDArray[np.int64]
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Group comparisons that are paired on the same topics."""
    groups: dict[bytes, list[int]] = {}
    for column in columns.tolist():
        groups.setdefault(paired[:, column].tobytes(), []).append(column)
    return [
        (np.flatnonzero(paired[:, members[0]]), np.array(members, np.int64))
        for members in groups.values()
    ]


def resampled_means(values: Floats, resamples: int, seed: int) -> Floats:
    """Return the means of bootstrap resamples of the rows, ``[resample, column]``."""
    n = values.shape[0]
    random = np.random.default_rng((seed, n))
    out = np.empty((resamples, values.shape[1]))
    block = max(1, min(_BLOCK, _CELLS // n))
    for first in range(0, resamples, block):
        rows = min(block, resamples - first)
        drawn = random.integers(0, n, (rows, n))
        drawn += n * np.arange(rows)[:, None]
        times = np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n)
        out[first : first + rows] = times.astype(np.float64) @ values / n
    return out


def _bca(values: Floats, means: Floats, confidence: float) -> tuple[Floats, Floats]:
    from scipy.special import ndtr, ndtri

    n = values.shape[0]
    observed = values.mean(axis=0)
    rounding = 4 * np.finfo(np.float64).eps * np.abs(values).sum(axis=0)
    below = np.sum(means < observed - rounding, axis=0)
    up_to = np.sum(means <= observed + rounding, axis=0)
    bias = ndtri((below + up_to) / (2 * means.shape[0]))
    centred = (values - observed) / (n - 1)  # jackknife mean of all, minus jackknife mean without t
    skew = (centred**3).sum(axis=0) / (6 * (centred**2).sum(axis=0) ** 1.5)
    ends = []
    for tail in ((1 - confidence) / 2, (1 + confidence) / 2):
        shift = bias + ndtri(tail)
        scale = 1 - skew * shift
        with np.errstate(divide="ignore"):
            level = ndtr(np.where(scale > 0, bias + shift / scale, np.sign(shift) * np.inf))
        ends.append(_quantiles(means, level))
    return ends[0], ends[1]


def _quantiles(means: Floats, level: Floats) -> Floats:
    return np.array([np.quantile(column, q) for column, q in zip(means.T, level, strict=True)])
