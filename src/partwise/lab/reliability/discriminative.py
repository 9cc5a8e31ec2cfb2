"""Discriminative power: how many pairs of runs a measure tells apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.statistics.differences import Floats, deviations, difference

_BLOCK = 512
"""Pairs of runs tested in one go."""


@dataclass(frozen=True)
class Discrimination:
    """Share of pairs of runs that differ significantly."""

    power: float
    """Share of pairs with an achieved significance level below alpha."""
    pairs: int
    """Pairs of runs."""
    difference: float
    """Difference that would have been significant for every pair: the largest of the pairs'
    own thresholds. NaN without a pair that varies."""


def discriminative_power(
    values: Floats, *, alpha: float = 0.05, resamples: int = 1_000, seed: int = 0
) -> Discrimination:
    r"""Test all pairs of runs by the paired bootstrap.

    The differences of a pair are shifted to mean zero and resampled; the
    achieved significance level is the share of resamples whose studentised mean
    :math:`|t^*|` reaches the observed :math:`|t|`, with
    :math:`t = \bar d / (s_d / \sqrt n)`.

    Parameters
    ----------
    values : ndarray [run, topic]
        Values of one measure, all defined.
    alpha : float
        Level of significance, per pair.
    resamples : int
        Bootstrap resamples, shared by all pairs.
    seed : int
        Seed of the resamples.

    References
    ----------
    Sakai (2006), Evaluating evaluation metrics based on the bootstrap.
    """
    n_runs, n = values.shape
    a, b = np.triu_indices(n_runs, 1)
    if n < 2 or not a.size:
        return Discrimination(float("nan"), a.size, float("nan"))
    times = _resamples(n, resamples, seed)
    levels, thresholds = [], []
    for at in range(0, a.size, _BLOCK):
        gap = difference(values[a[at : at + _BLOCK]], values[b[at : at + _BLOCK]])
        level, threshold = _tested(gap, times, alpha)
        levels.append(level)
        thresholds.append(threshold)
    level, threshold = np.concatenate(levels), np.concatenate(thresholds)
    largest = float(np.nanmax(threshold)) if not np.isnan(threshold).all() else float("nan")
    return Discrimination(float(np.mean(level < alpha)), a.size, largest)


def _resamples(n: int, resamples: int, seed: int) -> Floats:
    """How often each topic is drawn, ``[resample, topic]``."""
    drawn = np.random.default_rng((seed, n)).integers(0, n, (resamples, n))
    drawn += n * np.arange(resamples)[:, None]
    return np.bincount(drawn.ravel(), minlength=resamples * n).reshape(resamples, n).astype(float)


def _tested(gap: Floats, times: Floats, alpha: float) -> tuple[Floats, Floats]:
    """Achieved significance level and threshold of each pair (rows of `gap`)."""
    n = gap.shape[1]
    spread = deviations(np.ascontiguousarray(gap.T))
    level = np.ones(gap.shape[0])
    threshold = np.full(gap.shape[0], np.nan)
    usable = np.flatnonzero(spread > 0)
    if not usable.size:
        return level, threshold
    mean = gap[usable].mean(axis=1)
    observed = np.abs(mean) / (spread[usable] / np.sqrt(n))
    shifted = (gap[usable] - mean[:, None]).T
    means = times @ shifted / n
    squares = times @ shifted**2 / n
    variance = np.maximum(squares - means**2, 0.0) * n / (n - 1)
    studentised = _studentised(np.abs(means), np.sqrt(variance / n), squares)
    level[usable] = np.mean(studentised >= observed * (1 - 1e-12), axis=0)
    threshold[usable] = np.quantile(np.abs(means), 1 - alpha, axis=0)
    return level, threshold


def _studentised(means: Floats, errors: Floats, squares: Floats) -> Floats:
    """Means over their standard errors; a resample of one topic only is infinitely far out."""
    constant: NDArray[np.bool_] = errors**2 <= 1e-12 * squares
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = means / errors
    out: Floats = np.where(constant, np.where(means > 0, np.inf, 0.0), ratio)
    return out
