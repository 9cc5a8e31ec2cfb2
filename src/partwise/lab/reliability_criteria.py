"""Criteria of reliability: stability under other assessments, swap rates, discriminative power."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError
from partwise.lab.correlate import kendall, oriented
from partwise.messages import plural
from partwise.statistics.differences import NOISE, Floats, deviations, difference


@dataclass(frozen=True)
class Decisions:
    """Error rate and ties of the preferences of a measure.

    Parameters
    ----------
    error_rate : float
        Share of decisions against the majority of their pair of runs.
    ties : float
        Share of comparisons in which the two runs are too close to call.
    """

    error_rate: float
    ties: float


def decisions(means: Floats, better: str, *, fuzziness: float = 0.05) -> Decisions:
    r"""Return the error rate and the share of ties over variants of the assessments.

    .. math::

        ErrorRate = \frac{\sum_{A,B} \min(|A \succ B|, |B \succ A|)}
                         {\sum_{A,B} |A \succ B| + |B \succ A| + |A = B|},
        \qquad
        Ties = \frac{\sum_{A,B} |A = B|}
                    {\sum_{A,B} |A \succ B| + |B \succ A| + |A = B|}

    where :math:`|A \succ B|` counts the variants in which run A beats run B, and
    :math:`A = B` says that they differ by less than `fuzziness` of the larger mean.

    Parameters
    ----------
    means : ndarray [variant, run]
        Means of one measure; a variant in which a run has none counts for none of its pairs.
    better : {'higher', 'lower'}
        Direction of the measure.
    fuzziness : float
        In [0, 1).

    Notes
    -----
    The paper prints equation 16 under the name ErrorRate; it is the share of ties.

    References
    ----------
    Kazai and Lalmas (2006), equations 15 and 16. Buckley and Voorhees (2000),
    Evaluating evaluation measure stability.
    """
    if not 0 <= fuzziness < 1:
        raise ParameterError("reliability", "fuzziness", fuzziness, "at least 0 and below 1")
    sign = -1.0 if better == "lower" else 1.0
    wrong = tied = total = 0
    for run in range(means.shape[1] - 1):
        mine, others = means[:, [run]], means[:, run + 1 :]
        gap = sign * (mine - others)
        larger = np.maximum(np.abs(mine), np.abs(others))
        same = (np.abs(gap) < fuzziness * larger) | (np.abs(gap) <= NOISE * larger)
        wins = np.sum((gap > 0) & ~same, axis=0)
        losses = np.sum((gap < 0) & ~same, axis=0)
        wrong += int(np.minimum(wins, losses).sum())
        tied += int(same.sum())
        total += int((wins + losses).sum()) + int(same.sum())
    if total == 0:
        return Decisions(float("nan"), float("nan"))
    return Decisions(wrong / total, tied / total)


def ranking_taus(means: Floats, official: Floats, better: str) -> Floats:
    """Return Kendall's tau of each variant's ranking with the official one.

    Parameters
    ----------
    means : ndarray [variant, run]
        Means of one measure.
    official : ndarray [run]
        Means under the official assessments.
    better : {'higher', 'lower'}
        Direction of the measure.

    Returns
    -------
    ndarray [variant]
        NaN where a ranking is all ties or has fewer than two runs with means.
    """
    out = np.full(means.shape[0], np.nan)
    for at, variant in enumerate(means):
        there = ~np.isnan(variant) & ~np.isnan(official)
        if there.sum() > 1:
            pair = oriented(variant[there], better), oriented(official[there], better)
            out[at] = kendall(*pair)[0]
    return out


EDGES = (0.0, 0.0025, 0.005, *(i / 100 for i in range(1, 21)))
"""Lower ends of the 23 bins of differences of Kazai and Lalmas (2006)."""

LEAST = 20
"""Comparisons below which the error rate of a bin says nothing."""

FITTED = 3
"""Sizes at which a bin must hold `LEAST` comparisons before its error rate is extrapolated."""

_CELLS = 2_000_000
"""Comparisons held at once."""


@dataclass(frozen=True, eq=False)
class SwapRates:
    """Counts by topic-set size and difference, ``[size, bin]``."""

    sizes: tuple[int, ...]
    """Topics per set."""
    edges: tuple[float, ...]
    """Lower ends of the bins of differences; the last bin is open."""
    swaps: NDArray[np.int64]
    """Comparisons whose order the second set of topics reversed."""
    pairs: NDArray[np.int64]
    """All comparisons."""

    @property
    def shown(self) -> NDArray[np.bool_]:
        """Bins that hold enough comparisons at some size to say anything, ``[bin]``."""
        most: NDArray[np.int64] = self.pairs.max(axis=0, initial=0)
        return most >= LEAST

    @property
    def rates(self) -> Floats:
        """Share of swaps, ``[size, bin]``; NaN where nothing fell into the bin."""
        rates = np.full(self.pairs.shape, np.nan)
        np.divide(self.swaps, self.pairs, out=rates, where=self.pairs > 0)
        return rates


def swap_rates(
    values: Floats,
    sizes: tuple[int, ...],
    *,
    trials: int = 100,
    edges: tuple[float, ...] = EDGES,
    seed: int = 0,
) -> SwapRates:
    """Count swaps between two disjoint random sets of topics.

    In each trial two disjoint sets of `size` topics are drawn. Every pair of
    runs is compared on both; the absolute difference on the *first* set chooses
    the bin, and a swap is counted when the second set says the opposite.

    Parameters
    ----------
    values : ndarray [run, topic]
        Values of one measure, all defined.
    sizes : tuple of int
        Topic-set sizes, at most half of the topics.
    trials : int
        Random pairs of sets per size; the same for all measures.
    edges : tuple of float
        Ascending lower ends of the bins, the first 0.
    seed : int
        Seed of the sets.

    References
    ----------
    Voorhees and Buckley (2002), The effect of topic set size on retrieval
    experiment error. Kazai and Lalmas (2006), section 6.2.2.
    """
    n_topics = values.shape[1]
    for size in sizes:
        if not 1 <= size <= n_topics // 2:
            limit = f"from 1 to {n_topics // 2}, half of the {plural(n_topics, 'topic')}"
            raise ParameterError("swap rates", "size", size, limit)
    if edges[0] != 0 or list(edges) != sorted(set(edges)):
        raise ParameterError("swap rates", "edges", edges, "ascending from 0")
    swaps = np.zeros((len(sizes), len(edges)), np.int64)
    pairs = np.zeros_like(swaps)
    for at, size in enumerate(sizes):
        sets = _disjoint_sets(n_topics, size, trials, seed)
        swaps[at], pairs[at] = _counted(values, sets, np.array(edges))
    return SwapRates(tuple(sizes), tuple(edges), swaps, pairs)


def _disjoint_sets(n_topics: int, size: int, trials: int, seed: int) -> NDArray[np.int64]:
    """Two disjoint sets of topics per trial, ``[2, trial, size]``."""
    random = np.random.default_rng((seed, size))
    drawn = random.permuted(np.tile(np.arange(n_topics), (trials, 1)), axis=1)
    return np.stack((drawn[:, :size], drawn[:, size : 2 * size]))


def _counted(
    values: Floats, sets: NDArray[np.int64], edges: Floats
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    a, b = np.triu_indices(values.shape[0], 1)
    # gathered and added set by set, so that equal runs have equal means to the last bit
    means = values[:, sets].mean(axis=-1)  # [run, 2, trial]
    block = max(1, _CELLS // max(a.size, 1))
    swaps = np.zeros(edges.size, np.int64)
    pairs = np.zeros(edges.size, np.int64)
    for at in range(0, means.shape[2], block):
        some = means[:, :, at : at + block]
        gap = some[a] - some[b]  # [pair, 2, trial]
        gap[np.abs(gap) <= NOISE * np.maximum(np.abs(some[a]), np.abs(some[b]))] = 0.0
        fell = np.searchsorted(edges, np.abs(gap[:, 0]), "right") - 1
        swapped = gap[:, 0] * gap[:, 1] < 0
        pairs += np.bincount(fell.ravel(), minlength=edges.size)
        swaps += np.bincount(fell[swapped], minlength=edges.size)
    return swaps, pairs


def scaled_edges(largest: float) -> tuple[float, ...]:
    """Return `EDGES` for measures in [0, 1], the same times a power of ten for larger ones."""
    scale = 1.0 if largest <= 1 else 10.0 ** np.ceil(np.log10(largest))
    return tuple(float(edge * scale) for edge in EDGES)


def extrapolated(found: SwapRates, sizes: tuple[int, ...]) -> Floats:
    r"""Return the rates expected for other topic-set sizes, ``[size, bin]``.

    In each bin :math:`rate = e^{a + b \cdot size}` is fitted to the counts by
    maximum likelihood (swaps taken as Poisson counts), so that sizes without
    a swap inform the curve too. The curve never rises: where the counts would
    make it, their common rate is taken. NaN where a bin holds `LEAST` comparisons
    at fewer than `FITTED` sizes.

    References
    ----------
    Kazai and Lalmas (2006), footnote 18, fit the same curve to smoothed rates.
    """
    rates = np.full((len(sizes), len(found.edges)), np.nan)
    old, new = np.array(found.sizes, float), np.array(sizes, float)
    for column in range(len(found.edges)):
        there = found.pairs[:, column] > 0
        if (found.pairs[:, column] >= LEAST).sum() < FITTED:
            continue
        swaps, pairs = found.swaps[there, column], found.pairs[there, column]
        if swaps.sum() == 0:
            rates[:, column] = 0.0
            continue
        a, b = _exponential(old[there], swaps.astype(float), pairs.astype(float))
        if b > 0:
            a, b = float(np.log(swaps.sum() / pairs.sum())), 0.0
        rates[:, column] = np.minimum(1.0, np.exp(a + b * new))
    return rates


def _exponential(size: Floats, swaps: Floats, pairs: Floats) -> tuple[float, float]:
    """Maximum likelihood of ``swaps ~ Poisson(pairs * exp(a + b * size))`` by Newton's method."""
    centre = float(np.average(size, weights=pairs))
    x = np.stack((np.ones(size.size), (size - centre) / max(float(np.ptp(size)), 1.0)))
    weights = np.array([np.log(swaps.sum() / pairs.sum()), 0.0])

    def likelihood(w: Floats) -> float:
        line = np.clip(w @ x, -700.0, 700.0)
        return float((swaps * line - pairs * np.exp(line)).sum())

    for _ in range(100):
        expected = pairs * np.exp(np.clip(weights @ x, -700.0, 700.0))
        slope = x @ (swaps - expected)
        curve = (x * expected) @ x.T + 1e-12 * np.eye(2)
        move = np.linalg.solve(curve, slope)
        while likelihood(weights + move) < likelihood(weights) and np.abs(move).max() > 1e-12:
            move /= 2
        weights = weights + move
        if np.abs(move).max() < 1e-10:
            break
    scale = max(float(np.ptp(size)), 1.0)
    return float(weights[0] - weights[1] * centre / scale), float(weights[1] / scale)


def needed_differences(
    rates: Floats,
    pairs: Floats,
    edges: tuple[float, ...],
    *,
    error: float = 0.05,
    least: int = LEAST,
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the smallest difference from which on all bins stay within `error`.

    Parameters
    ----------
    rates, pairs : ndarray [size, bin]
        Swap rates and how many comparisons they rest on.
    edges : tuple of float
        Lower ends of the bins.
    error : float
        Largest share of swaps.
    least : int
        Bins with fewer comparisons say nothing and are passed over.

    Returns
    -------
    needed : ndarray [size]
        NaN where no difference is large enough, or where nothing is known beside the
        bin of no difference.
    bound : ndarray [size] of bool
        Whether a smaller difference may do: the next lower bin says nothing.
    """
    lower = np.array(edges)
    needed = np.full(rates.shape[0], np.nan)
    bound = np.zeros(rates.shape[0], np.bool_)
    for at in range(rates.shape[0]):
        says = (pairs[at] >= least) & ~np.isnan(rates[at])
        bad = says & (np.nan_to_num(rates[at]) > error)
        good = np.flatnonzero(says)
        good = good[good > np.flatnonzero(bad).max(initial=-1)]
        if not good.size or (good[0] == 0 and not says[1:2].any()):
            continue
        needed[at] = lower[good[0]]
        bound[at] = good[0] > 0 and not bad[good[0] - 1]
    return needed, bound


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
    """Numbers of draws of each topic, ``[resample, topic]``."""
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
