"""Rank correlation of measures: Kendall's tau, tau_AP and weighted tau."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.errors import ParameterError, UnknownNameError, UsageError
from partwise.kernels.ragged import distinct
from partwise.kernels.text.near import near
from partwise.messages import Notes, plural, texts_of
from partwise.statistics.differences import NOISE, Floats
from partwise.tables.constructors import Shown
from partwise.tables.results import Results

# Rankings are given as arrays of means, oriented so that larger is better.

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


Signs = Literal["better", "raw"]

EXACT_P = 100
"""Runs with which any level of significance that a float can hold is reached."""

AGREEMENT_THRESHOLD = 0.9
"""Rankings that correlate above this are usually called equivalent (Voorhees, 2001)."""


TURNED = (
    "{measures}: lower is better, so {measures:its ranking is|their rankings are} turned round "
    "(--signs raw correlates the numbers themselves)"
)
"""Note on a measure of which lower values are better."""


@dataclass(frozen=True, eq=False)
class Correlation(Shown):
    """Agreement of all pairs of measures about the order of the runs.

    Parameters
    ----------
    measures, runs : tuple of str
        What was correlated.
    tau, p : ndarray [measure, measure]
        Kendall's tau-b and its two-sided p-value; NaN where a ranking is all ties.
    tau_ap, p_ap : ndarray [measure, measure]
        AP correlation of the row's ranking, walked from its top, with the column's as reference.
    weighted, p_weighted : ndarray [measure, measure]
        Weighted tau.
    bar : float
        What `agreeing` asks for.
    notes : tuple of str
        What was left out or turned round.
    lower : tuple of str
        Measures of which lower values are better.
    nav : str, optional
        The user model that completed the measures.
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    tau: Floats
    p: Floats
    tau_ap: Floats
    p_ap: Floats
    weighted: Floats
    p_weighted: Floats
    bar: float
    alpha: float
    notes: tuple[str, ...]
    lower: tuple[str, ...]
    nav: str | None = None

    def __repr__(self) -> str:
        sizes = plural(len(self.measures), "measure"), plural(len(self.runs), "run")
        return f"Correlation({', '.join(sizes)})"

    def agree(self, first: str, second: str) -> bool | None:
        """Return whether two measures agree: tau above the bar, and significant.

        None where nobody can tell: without a tau, and with too few runs.
        """
        a, b = self.measures.index(first), self.measures.index(second)
        if self.too_few or np.isnan(self.tau[a, b]):
            return None
        return bool(self.tau[a, b] > self.bar and self.p[a, b] <= self.alpha)

    @property
    def too_few(self) -> str:
        """Why the runs are too few for any agreement to be significant; empty if they are not."""
        n = len(self.runs)
        if least_p(n) <= self.alpha:
            return ""
        said = f"{plural(n, 'run')} cannot show agreement: even tau 1 has p = {least_p(n):.2g}"
        enough = next((more for more in range(n, EXACT_P) if least_p(more) <= self.alpha), None)
        return said if enough is None else f"{said} ({enough} runs are needed at {self.alpha:g})"

    @property
    def agreeing(self) -> tuple[tuple[str, str], ...]:
        """Pairs of measures that agree."""
        pairs = itertools.combinations(self.measures, 2)
        return tuple(pair for pair in pairs if self.agree(*pair))

    def to_dict(self) -> dict[str, Any]:
        """Return the correlations in the shape of the JSON output; undefined is None."""
        names = ("tau", "p", "tau_ap", "p_ap", "weighted", "p_weighted")
        return {
            "measures": list(self.measures),
            "runs": list(self.runs),
            **{name: _nested(getattr(self, name)) for name in names},
            "bar": self.bar,
            "agree": [list(pair) for pair in self.agreeing],
            "notes": texts_of(self.notes),
        }

    def to_json(self) -> str:
        """Return the correlations as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode() + "\n"


def least_p(runs: int) -> float:
    """Return the p-value of two equal rankings, the least there can be.

    Examples
    --------
    >>> [round(least_p(n), 4) for n in (3, 4, 5)]
    [0.3333, 0.0833, 0.0167]
    """
    return 2 / math.factorial(runs) if runs > 1 else 1.0


def correlate(
    results: Results,
    measures: Sequence[str] | None = None,
    *,
    signs: Signs = "better",
    bar: float = AGREEMENT_THRESHOLD,
    alpha: float = 0.05,
    permutations: int = 5_000,
    seed: int = 0,
) -> Correlation:
    """Correlate the rankings of the runs under each pair of measures.

    Parameters
    ----------
    results : Results
        Values of at least two runs.
    measures : sequence of str, optional
        Which measures; all when None.
    signs : {'better', 'raw'}
        Rank the better run first, whatever the direction of the measure, or the larger number.
    bar, alpha : float
        Two measures agree when tau is above `bar` with a p-value of at most `alpha`.
    permutations, seed : int
        Random orders behind the p-values of tau_AP and the weighted tau.

    Notes
    -----
    Runs are ranked by their means. A run without a mean under one of the measures is left out.

    References
    ----------
    Layout of Arvola, Kekäläinen and Junkkari (2010), table 2, and of Ali,
    Consens and Lalmas (2012), tables 15 to 19.
    """
    for name, value in (("bar", bar), ("alpha", alpha)):
        if not -1 <= value <= 1:
            raise ParameterError("correlate", name, value, "between -1 and 1")
    if signs not in ("better", "raw"):
        raise ParameterError("correlate", "signs", signs, "better or raw")
    chosen = _chosen(results, measures)
    means = results.mean_table[:, chosen]
    notes = Notes()
    there = _with_means(means, results, chosen, notes)
    chosen = [m for m in chosen if not np.isnan(results.mean_table[:, m]).all()]
    means = results.mean_table[there][:, chosen]
    lower = tuple(results.measures[m] for m in chosen if results.better[m] == "lower")
    directions = [results.better[m] if signs == "better" else "higher" for m in chosen]
    if signs == "better":
        for name in lower:
            notes.add(TURNED, measures=[name])
    rankings = [oriented(column, d) for column, d in zip(means.T, directions, strict=True)]
    flat = [results.measures[m] for m, r in zip(chosen, rankings, strict=True) if np.ptp(r) == 0]
    if flat:
        notes.add("all runs are equal, no correlation: {measures}", measures=flat)
    return Correlation(
        measures=tuple(results.measures[m] for m in chosen),
        runs=tuple(results.runs[r] for r in there),
        bar=bar,
        alpha=alpha,
        notes=(*results.notes, *notes),
        lower=lower,
        nav=results.options.get("nav"),
        **_tables(rankings, permutations, seed),
    )


def _tables(rankings: list[Floats], permutations: int, seed: int) -> dict[str, Floats]:
    size = len(rankings)
    names = ("tau", "p", "tau_ap", "p_ap", "weighted", "p_weighted")
    tables = {name: np.full((size, size), np.nan) for name in names}
    for at in itertools.product(range(size), repeat=2):
        x, y = rankings[at[0]], rankings[at[1]]
        tables["tau"][at], tables["p"][at] = kendall(x, y)
        tables["tau_ap"][at] = tau_ap(x, y)
        tables["weighted"][at] = weighted_tau(x, y)
        p = permutation_p(x, y, permutations=permutations, seed=seed)
        tables["p_ap"][at], tables["p_weighted"][at] = p
    return tables


def _chosen(results: Results, measures: Sequence[str] | None) -> list[int]:
    names = results.measures if measures is None else [str(measure) for measure in measures]
    for name in names:
        if name not in results.measures:
            raise UnknownNameError(
                "measure", name, near(name, results.measures), available=results.measures[:10]
            )
    if len(results.runs) < 2:
        raise UsageError("rankings of one run cannot be correlated; use at least two runs")
    distinct = list(dict.fromkeys(names))
    if len(distinct) < 2:
        raise UsageError(f"only {distinct[0]} is given; correlating needs at least two measures")
    return [results.measures.index(name) for name in distinct]


def _with_means(means: Floats, results: Results, chosen: list[int], notes: Notes) -> list[int]:
    """Find the runs that have a mean under every measure that any run has a mean under."""
    undefined = np.isnan(means)
    empty = np.atleast_1d(undefined.all(axis=0))
    if empty.any():
        names = [results.measures[m] for m, none in zip(chosen, empty, strict=True) if none]
        notes.add("undefined for all runs, left out: {measures}", measures=names)
    partial = np.atleast_1d(undefined[:, ~empty].any(axis=1))
    if partial.any():
        names = [run for run, bad in zip(results.runs, partial, strict=True) if bad]
        notes.add("no mean under one of the measures, left out: {runs}", runs=names)
    there = np.flatnonzero(~partial)
    if empty.all() or there.size < 2:
        raise UsageError("fewer than two runs have means under the same measures")
    return [int(run) for run in there]


def _nested(table: Floats) -> list[list[float | None]]:
    return [[None if math.isnan(x) else x for x in row] for row in table.tolist()]
