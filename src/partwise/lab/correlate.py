"""The agreement of measures about the order of the runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from partwise.errors import ParameterError, UnknownNameError, UsageError
from partwise.kernels.text.near import near
from partwise.lab.rank_correlation import kendall, oriented, permutation_p, tau_ap, weighted_tau
from partwise.messages import Notes, plural, texts_of
from partwise.statistics.differences import Floats
from partwise.tables.constructors import Shown
from partwise.tables.results import Results

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
