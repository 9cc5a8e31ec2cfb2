"""Paired tests over topics: t, sign, permutation, bootstrap intervals and power."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError
from partwise.statistics.differences import (
    CORRECTIONS,
    Floats,
    cliff_delta,
    counts,
    deviations,
    difference,
    exact_means,
    standardised,
    wins_ties_losses,
)


def t_p(differences: Floats) -> Floats:
    r"""Return the two-sided p-value of Student's paired t-test for each comparison.

    .. math::

        t = \frac{\bar d}{s_d / \sqrt n}

    with :math:`n - 1` degrees of freedom.

    Returns
    -------
    ndarray [comparison]
        1 when all differences are zero. NaN where the test says nothing: fewer
        than two paired topics, or one and the same difference on all of them
        (the formula would divide by zero and claim certainty).

    References
    ----------
    Student (1908), The probable error of a mean.
    """
    from scipy.special import stdtr

    n = counts(differences)
    spread = deviations(differences)
    usable = spread > 0
    p = np.full(n.size, np.nan)
    statistic = exact_means(differences[:, usable]) / (spread[usable] / np.sqrt(n[usable]))
    p[usable] = 2 * stdtr(n[usable] - 1, -np.abs(statistic))
    p[_all_zero(differences)] = 1.0
    return p


def wilcoxon_p(differences: Floats) -> Floats:
    """Return the two-sided p-value of the Wilcoxon signed-rank test for each comparison.

    Zero differences are dropped (Wilcoxon's own way). The null distribution is
    exact up to 50 differences without ties, and with ties up to 13; beyond
    that it is the normal approximation with the correction for ties.

    Returns
    -------
    ndarray [comparison]
        1 when all differences are zero, NaN without a paired topic.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods.
    """
    from scipy.stats import wilcoxon

    p = np.full(differences.shape[1], np.nan)
    for column, values in enumerate(differences.T):
        changed = values[~np.isnan(values) & (values != 0)]
        if changed.size:
            p[column] = wilcoxon(changed).pvalue
    p[_all_zero(differences)] = 1.0
    return p


def _all_zero(differences: Floats) -> NDArray[np.bool_]:
    zero: NDArray[np.bool_] = (np.nan_to_num(differences) == 0).all(axis=0)
    return zero & (counts(differences) > 0)


EXACT = 16
"""Up to this many non-zero differences all sign patterns are enumerated."""

_BLOCK = 1_000
"""Maximum flips or resamples per matrix product."""

_CELLS = 5_000_000
"""Cells of a matrix of flips or resamples: bounds the memory for large topic sets."""


def sign_flip_p(differences: Floats, *, flips: int = 10_000, seed: int = 0) -> Floats:
    r"""Return the two-sided p-value of each comparison under random signs.

    If run and baseline were exchangeable, each difference could as well have
    had the opposite sign. The p-value is the share of sign patterns whose sum
    is at least as far from zero as the observed one.

    .. math::

        p = \frac{|\{\sigma \in \{-1, 1\}^n : |\sum_t \sigma_t d_t| \ge |\sum_t d_t|\}|}{2^n}

    Up to `EXACT` non-zero differences all patterns are counted. Beyond that,
    `flips` random ones are drawn and :math:`p = (1 + k) / (1 + flips)`, which
    never claims more than was looked at (Phipson and Smyth, 2010).

    Parameters
    ----------
    differences : ndarray [topic, comparison]
        NaN = not paired.
    flips : int
        Random sign patterns, shared by all comparisons, so that the p-value of
        one does not depend on which others were made.
    seed : int
        Seed of the sign patterns.

    Returns
    -------
    ndarray [comparison]
        NaN without a paired topic; 1 when all differences are zero.

    Notes
    -----
    A topic that is not paired, like one without a difference, adds 0 whatever
    its sign; that is why one block of signs serves all comparisons. Cost: one
    product ``[flips, topic] x [topic, comparison]``.

    References
    ----------
    Fisher (1935), The Design of Experiments, section 21. Smucker, Allan and
    Carterette (2007), A comparison of statistical significance tests for
    information retrieval evaluation.
    """
    paired = np.where(np.isnan(differences), 0.0, differences)
    changed = np.count_nonzero(paired, axis=0)
    p = np.ones(paired.shape[1])
    for column in np.flatnonzero((changed > 0) & (changed <= EXACT)):
        values = paired[:, column]
        p[column] = _exact_p(values[values != 0])
    many = np.flatnonzero(changed > EXACT)
    if many.size:
        p[many] = _sampled_p(paired[:, many], flips, seed)
    p[np.isnan(differences).all(axis=0)] = np.nan
    return p


def _exact_p(values: Floats) -> float:
    # the mirror image of a pattern has the same absolute sum: fix the first sign
    pattern = np.arange(2 ** (values.size - 1))[:, None] >> np.arange(values.size - 1)
    sums = values[0] + (1.0 - 2.0 * (pattern & 1)) @ values[1:]
    return float(np.mean(np.abs(sums) >= _bar(values[:, None])))


def _sampled_p(values: Floats, flips: int, seed: int) -> Floats:
    random = np.random.default_rng(seed)
    bar = _bar(values)
    reached = np.zeros(values.shape[1], np.int64)
    block = max(1, min(_BLOCK, _CELLS // values.shape[0]))
    for first in range(0, flips, block):
        shape = (min(block, flips - first), values.shape[0])
        signs = 1.0 - 2.0 * random.integers(0, 2, shape, np.int8)
        reached += np.sum(np.abs(signs @ values) >= bar, axis=0)
    sampled: Floats = (1 + reached) / (1 + flips)
    return sampled


def _bar(values: Floats) -> Floats:
    """Threshold: observed absolute sums, lowered by the rounding error of a sum."""
    rounding = 4 * values.shape[0] * np.finfo(np.float64).eps
    bar: Floats = np.abs(values.sum(axis=0)) - rounding * np.abs(values).sum(axis=0)
    return bar


_COLUMNS = 256
"""Maximum number of comparisons whose bootstrap distributions are in memory together."""


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
            block = columns[first : first + _COLUMNS]
            values = differences[np.ix_(rows, block)]
            means = resampled_means(values, resamples, seed)
            low[block], high[block] = _bca(values, means, confidence)
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


POWER = 0.8
"""Default statistical power: probability of finding a true difference."""


def detectable(differences: Floats, *, alpha: float = 0.05, power: float = POWER) -> Floats:
    r"""Return the smallest true mean difference that this topic set would usually show.

    .. math::

        \delta = d_n \, s_d

    where :math:`s_d` is the standard deviation of the paired differences and
    :math:`d_n` the standardised difference that a two-sided paired t-test at
    level `alpha` finds with probability `power` on n topics.

    Returns
    -------
    ndarray [comparison]
        NaN for fewer than two paired topics, or when the difference does not
        vary: the spread that the answer depends on is not known then.

    References
    ----------
    Cohen (1988), Statistical Power Analysis, section 2.3.5. Webber, Moffat and
    Zobel (2008), Statistical power in retrieval experimentation.
    """
    n, spread = counts(differences), deviations(differences)
    smallest = np.full(n.size, np.nan)
    for column in np.flatnonzero(spread > 0):
        smallest[column] = spread[column] * effect_needed(int(n[column]), alpha, power)
    return smallest


@lru_cache(maxsize=4096)
def effect_needed(n: int, alpha: float = 0.05, power: float = POWER) -> float:
    """Return the standardised difference found with probability `power` on `n` topics.

    Examples
    --------
    >>> round(effect_needed(34), 4)
    0.495
    """
    from scipy.optimize import brentq

    if n < 2:
        return math.nan

    # solved for the centre of the t distribution, which is near 3 for all but tiny n
    def lacking(centre: float) -> float:
        return t_power(centre / math.sqrt(n), n, alpha) - power

    high = 1.0
    while lacking(high) < 0:
        high *= 2
    return float(brentq(lacking, 0.0, high, xtol=1e-12)) / math.sqrt(n)


def t_power(effect: float, n: int, alpha: float = 0.05) -> float:
    """Return the power of the two-sided paired t-test for a standardised difference."""
    from scipy.special import nctdtr, stdtrit

    bar = float(stdtrit(n - 1, 1 - alpha / 2))
    centre = abs(effect) * math.sqrt(n)
    above = 1 - float(nctdtr(n - 1, centre, bar))
    # the lower tail by reflection, P(T < -t | c) = P(T > t | -c); below 1e-9 beyond c = 6,
    # where the library's series no longer converge
    below = 1 - float(nctdtr(n - 1, -centre, bar)) if centre < 6 else 0.0
    return above + below


Columns = dict[str, NDArray[Any]]
"""One array per statistic, one entry per comparison."""


@dataclass(frozen=True)
class Settings:
    """Test parameters of a comparison, documented in `compare`."""

    alpha: float = 0.05
    correction: str = "holm"
    confidence: float = 0.95
    tie: float = 0.0
    flips: int = 10_000
    resamples: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.correction not in CORRECTIONS:
            names = ", ".join(CORRECTIONS)
            raise ParameterError("compare", "correction", self.correction, f"one of {names}")
        for name in ("alpha", "confidence"):
            if not 0 < getattr(self, name) < 1:
                raise ParameterError("compare", name, getattr(self, name), "between 0 and 1")
        if not (self.tie >= 0 and math.isfinite(self.tie)):
            raise ParameterError("compare", "tie", self.tie, "a number of at least 0")
        for name in ("flips", "resamples"):
            if getattr(self, name) < 100:
                raise ParameterError("compare", name, getattr(self, name), "at least 100")
        if self.seed < 0:
            raise ParameterError("compare", "seed", self.seed, "at least 0")


def tested(values: Floats, base: Floats, sign: Floats, settings: Settings) -> Columns:
    """Return every statistic of every comparison.

    Parameters
    ----------
    values, base : ndarray [topic, comparison]
        Values of the run and of its baseline; NaN = undefined.
    sign : ndarray [comparison]
        -1 where lower is better, else 1.
    settings : Settings
        Level, correction, confidence, tie width, numbers of samples and seed.
    """
    gap = difference(values, base)
    paired = ~np.isnan(gap)
    base_mean = exact_means(np.where(paired, base, np.nan))
    change = exact_means(gap)
    relative = np.full(change.size, np.nan)
    np.divide(change, np.abs(base_mean), out=relative, where=base_mean != 0)
    low, high = mean_interval(
        gap, confidence=settings.confidence, resamples=settings.resamples, seed=settings.seed
    )
    wins, ties, losses = wins_ties_losses(sign * gap, settings.tie)
    both = zip(paired.T, values.T, base.T, strict=True)
    return {
        "topics": counts(gap),
        "baseline_mean": base_mean,
        "mean": exact_means(np.where(paired, values, np.nan)),
        "difference": change,
        "relative": relative,
        "low": low,
        "high": high,
        "t": t_p(gap),
        "wilcoxon": wilcoxon_p(gap),
        "permutation": sign_flip_p(gap, flips=settings.flips, seed=settings.seed),
        "d": standardised(gap),
        "cliff": np.array([cliff_delta(run[rows], old[rows]) for rows, run, old in both]),
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "detectable": detectable(gap, alpha=settings.alpha),
    }


def adjusted(columns: Columns) -> Columns:
    """Add the permutation p-values corrected over all comparisons of the block."""
    corrected = {n: f(columns["permutation"]) for n, f in CORRECTIONS.items() if n != "none"}
    return columns | corrected
