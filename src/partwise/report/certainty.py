"""Significance tests and confidence intervals of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from partwise._typing import Flags, Reals
from partwise.statistics.differences import (
    CORRECTIONS,
    counts,
    difference,
    exact_means,
    wins_ties_losses,
)
from partwise.statistics.paired_tests import (
    Columns,
    Settings,
    detectable,
    mean_interval,
    sign_flip_p,
)
from partwise.tables.aggregates import AGGREGATES
from partwise.tables.results import Results, or_none

ALL_PAIRS = 20
"""Maximum number of runs of which all pairs are tested; beyond, the best against the others."""

State = Literal["decided", "undecided", "equal", "single"]
TestKey = tuple[int, int, int]
"""Run a, run b and measure of a test of b minus a."""


def best_first(means: Reals, better: str) -> list[int]:
    """Return the runs by their mean, best first; equal ones as given, undefined ones last."""
    gain = -means if better == "lower" else means
    return sorted(range(len(means)), key=lambda run: (np.isnan(gain[run]), -gain[run], run))


@dataclass(frozen=True, eq=False)
class Statistics:
    """Statistics of differences between runs, one entry per test."""

    keys: tuple[TestKey, ...]
    """Runs a and b, and the measure, of each test."""
    columns: Columns
    """Statistics of b minus a."""


@dataclass(frozen=True, eq=False)
class Tests(Statistics):
    """Tests that were made and corrected together."""

    correction: str
    """Name of the correction that decides."""
    lower: frozenset[int]
    """Measures of which lower values are better."""

    def row(self, index: int) -> dict[str, Any]:
        """Return the statistics of one test."""
        return {name: column[index].item() for name, column in self.columns.items()}

    def of(self, a: int, b: int, measure: int) -> dict[str, Any]:
        """Return the statistics of b minus a; those of a minus b are negated."""
        if (a, b, measure) in self.keys:
            return self.row(self.keys.index((a, b, measure)))
        row = self.row(self.keys.index((b, a, measure)))
        return row | {
            "difference": -row["difference"],
            "low": -row["high"],
            "high": -row["low"],
            "wins": row["losses"],
            "losses": row["wins"],
        }

    def p(self, row: dict[str, Any]) -> float:
        """Return the p-value after the correction."""
        value: float = row["permutation" if self.correction == "none" else self.correction]
        return value

    def marks(self, alpha: float) -> dict[tuple[int, int], str]:
        """Return (run, measure) -> ``better`` or ``worse`` for the significant differences."""
        marks = {}
        for index, (_, run, measure) in enumerate(self.keys):
            row = self.row(index)
            if self.p(row) <= alpha:
                gain = -row["difference"] if measure in self.lower else row["difference"]
                marks[run, measure] = "better" if gain > 0 else "worse"
        return marks

    def to_list(self) -> list[dict[str, Any]]:
        """Return the tests in the shape of the page's data."""
        return [self._entry(index, *key) for index, key in enumerate(self.keys)]

    def _entry(self, index: int, a: int, b: int, measure: int) -> dict[str, Any]:
        row = self.row(index)
        low, high = or_none(row["low"]), or_none(row["high"])
        adjusted = dict.fromkeys(["holm", self.correction])
        return {
            "a": a,
            "b": b,
            "measure": measure,
            "difference": or_none(row["difference"]),
            "interval": None if low is None else [low, high],
            "p": or_none(row["permutation"]),
            **{name: or_none(row[name]) for name in adjusted if name != "none"},
            "won": row["wins"],
            "tied": row["ties"],
            "lost": row["losses"],
        }


@dataclass(frozen=True, eq=False)
class Measured(Statistics):
    """Statistics of a subset of topics, before any correction."""

    ends: Reals
    """Bootstrap intervals of the means, float64[run, measure, 2]; NaN = undefined."""

    def select(self, keys: Sequence[TestKey]) -> Columns:
        """Return the statistics of a subset of tests."""
        place = {key: index for index, key in enumerate(self.keys)}
        rows = [place[key] for key in keys]
        return {name: column[rows] for name, column in self.columns.items()}


def measured(
    results: Results,
    keys: Sequence[TestKey],
    settings: Settings,
    topics: Flags,
    *,
    extra_keys: Sequence[TestKey] = (),
) -> Measured:
    """Compute statistics of differences on a subset of topics.

    The intervals of `keys` equal those of `compare` to the last bit: a product of matrices may
    round differently when columns are added. Tests of `extra_keys` share the resamples of the
    means.
    """
    main = tuple(dict.fromkeys(keys))
    distinct = tuple(dict.fromkeys([*main, *extra_keys]))
    runs, measures, _ = results.table.shape
    table = results.scaled[:, :, topics]
    means = table.reshape(runs * measures, -1).T
    first, second, measure = np.array(distinct, np.int64).reshape(-1, 3).T
    gap = difference(table[second, measure].T, table[first, measure].T)
    ends = _intervals(np.concatenate((means, gap[:, len(main) :]), axis=1), settings)
    low, high = np.concatenate(
        (
            ends[:, : means.shape[1]],
            _intervals(gap[:, : len(main)], settings),
            ends[:, means.shape[1] :],
        ),
        axis=1,
    )
    n = means.shape[1]
    sign = np.array([-1.0 if results.better[m] == "lower" else 1.0 for m in measure.tolist()])
    wins, ties, losses = wins_ties_losses(sign * gap, settings.tie)
    columns = {
        "topics": counts(gap),
        "difference": exact_means(gap),
        "low": low[n:],
        "high": high[n:],
        "permutation": sign_flip_p(gap, flips=settings.flips, seed=settings.seed),
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "detectable": detectable(gap, alpha=settings.alpha),
    }
    ends = np.stack((low[:n], high[:n]), 1).reshape(runs, measures, 2)
    for m, name in enumerate(results.aggregates):
        if not AGGREGATES[name].is_mean:
            ends[:, m] = np.vectorize(AGGREGATES[name].read_back)(ends[:, m])
    for m, label in enumerate(results.labels):
        if label is not None and label.weights is not None:
            ends[:, m] = np.nan  # of a plain mean, which is not the one that is shown
    return Measured(distinct, columns, ends)


def corrected(
    results: Results, keys: Sequence[TestKey], settings: Settings, groups: Sequence[Measured]
) -> list[Tests | None]:
    """Correct the p-values of the same tests on all groups of topics together."""
    if not keys or not groups:
        return [None for _ in groups]
    lower = frozenset(m for m, better in enumerate(results.better) if better == "lower")
    blocks = [group.select(keys) for group in groups]
    p = np.concatenate([block["permutation"] for block in blocks])
    adjusted = {
        name: np.split(CORRECTIONS[name](p), len(blocks))
        for name in dict.fromkeys(["holm", settings.correction])
        if name != "none"
    }
    return [
        Tests(
            tuple(keys),
            block | {name: columns[index] for name, columns in adjusted.items()},
            settings.correction,
            lower,
        )
        for index, block in enumerate(blocks)
    ]


def pairs(order: list[int], measure: int) -> list[TestKey]:
    """Return every pair of runs on one measure, or the best against the others.

    `order` has the runs best first.
    """
    if len(order) <= ALL_PAIRS:
        return [(a, b, measure) for a, b in combinations(range(len(order)), 2)]
    return [(run, order[0], measure) for run in order[1:]]


def against(results: Results, baseline: int) -> list[TestKey]:
    """Return all measures of all runs against the baseline."""
    others = [run for run in range(len(results.runs)) if run != baseline]
    return [(baseline, run, m) for run in others for m in range(len(results.measures))]


def _intervals(columns: Reals, settings: Settings) -> Reals:
    """Return both ends of the interval of each column's mean."""
    return np.stack(
        mean_interval(
            columns,
            confidence=settings.confidence,
            resamples=settings.resamples,
            seed=settings.seed,
        )
    )


@dataclass(frozen=True)
class Verdict:
    """Verdict of the tests about the best run by the primary measure."""

    state: State
    """``single`` for one run, ``equal`` for equal values on every topic."""
    order: list[int]
    """Runs, best first."""
    tied: list[int]
    worse: list[int]
    """Other runs that do not differ significantly from the best, and those that are worse."""


def verdict(
    results: Results, measure: int, order: list[int], tests: Tests | None, alpha: float
) -> Verdict:
    """Return the verdict about the best run; one topic never decides anything."""
    best, others = order[0], order[1:]
    if tests is None:
        return Verdict("single", order, [], [])
    rows = {run: tests.of(best, run, measure) for run in others}
    several = len(results.topics) > 1
    worse = [run for run in others if several and tests.p(rows[run]) <= alpha]
    tied = [run for run in others if run not in worse]
    if all(row["topics"] and row["ties"] == row["topics"] for row in rows.values()):
        return Verdict("equal", order, tied, worse)
    return Verdict("undecided" if tied else "decided", order, tied, worse)
