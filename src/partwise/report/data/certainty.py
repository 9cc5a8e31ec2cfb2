"""How sure the means and the differences of a report are.

The numbers are those of `compare`; only the tests that no page shows are not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from partwise._typing import Flags, Reals
from partwise.statistics.corrections import CORRECTIONS
from partwise.statistics.differences import counts, difference, exact_means
from partwise.statistics.effects import wins_ties_losses
from partwise.statistics.tests.block import Columns, Settings
from partwise.statistics.tests.bootstrap import mean_interval
from partwise.statistics.tests.permutation import sign_flip_p
from partwise.statistics.tests.power import detectable
from partwise.tables.results import Results, or_none

ALL_PAIRS = 20
"""Runs up to which every pair is tested; beyond, the best against the others."""

State = Literal["decided", "undecided", "equal", "single"]
Asked = tuple[int, int, int]
"""Run a, run b and measure of a test of b minus a."""


def best_first(results: Results, measure: int) -> list[int]:
    """Return the runs by their mean, best first; equal ones as given, undefined ones last."""
    means = results.mean_table[:, measure]
    gain = -means if results.better[measure] == "lower" else means
    return sorted(range(len(means)), key=lambda run: (np.isnan(gain[run]), -gain[run], run))


def intervals(values: Reals, settings: Settings) -> Reals:
    """Return the bootstrap interval of each mean, ``[run, measure, end]``; NaN where there is none.

    Parameters
    ----------
    values : ndarray [run, measure, topic]
        NaN where a measure is undefined.
    settings : Settings
        Confidence, resamples and seed.
    """
    runs, measures, topics = values.shape
    columns = values.reshape(runs * measures, topics).T
    return np.stack(_interval(columns, settings), axis=1).reshape(runs, measures, 2)


def _interval(columns: Reals, settings: Settings) -> tuple[Reals, Reals]:
    return mean_interval(
        columns, confidence=settings.confidence, resamples=settings.resamples, seed=settings.seed
    )


@dataclass(frozen=True, eq=False)
class Tests:
    """Tests that were made and corrected together.

    Parameters
    ----------
    asked : tuple of (int, int, int)
        Runs a and b, and the measure, of each test.
    columns : dict of arrays
        Statistics of b minus a.
    correction : str
        What decides.
    lower : frozenset of int
        Measures of which lower values are better.
    """

    asked: tuple[Asked, ...]
    columns: Columns
    correction: str
    lower: frozenset[int]

    def row(self, at: int) -> dict[str, Any]:
        """Return the statistics of one test."""
        return {name: column[at].item() for name, column in self.columns.items()}

    def of(self, a: int, b: int, measure: int) -> dict[str, Any]:
        """Return the statistics of b minus a, whichever way they were tested."""
        if (a, b, measure) in self.asked:
            return self.row(self.asked.index((a, b, measure)))
        row = self.row(self.asked.index((b, a, measure)))
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
        """Return which runs are better or worse than run a, by run and measure."""
        found = {}
        for at, (_, run, measure) in enumerate(self.asked):
            row = self.row(at)
            if self.p(row) <= alpha:
                gain = -row["difference"] if measure in self.lower else row["difference"]
                found[run, measure] = "better" if gain > 0 else "worse"
        return found

    def to_list(self) -> list[dict[str, Any]]:
        """Return the tests in the shape of the page's data."""
        return [self._entry(at, *asked) for at, asked in enumerate(self.asked)]

    def _entry(self, at: int, a: int, b: int, measure: int) -> dict[str, Any]:
        row = self.row(at)
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


def compared(results: Results, asked: Sequence[Asked], settings: Settings) -> Tests | None:
    """Make tests on all topics; None where nothing is asked."""
    everything = np.ones(len(results.topics), np.bool_)
    return compared_in_groups(results, asked, settings, [everything])[0]


def compared_in_groups(
    results: Results, asked: Sequence[Asked], settings: Settings, groups: Sequence[Flags]
) -> list[Tests | None]:
    """Make the same tests on groups of topics, corrected over all of them together."""
    if not asked:
        return [None for _ in groups]
    lower = frozenset(m for m, better in enumerate(results.better) if better == "lower")
    blocks = [_block(results, asked, lower, rows, settings) for rows in groups]
    p = np.concatenate([block["permutation"] for block in blocks])
    adjusted = {
        name: np.split(CORRECTIONS[name](p), len(blocks))
        for name in dict.fromkeys(["holm", settings.correction])
        if name != "none"
    }
    return [
        Tests(
            tuple(asked),
            block | {name: columns[at] for name, columns in adjusted.items()},
            settings.correction,
            lower,
        )
        for at, block in enumerate(blocks)
    ]


def _block(
    results: Results,
    asked: Sequence[Asked],
    lower: frozenset[int],
    topics: Flags,
    settings: Settings,
) -> Columns:
    first, second, measure = (list(column) for column in zip(*asked, strict=True))
    values, base = results.table[second, measure].T, results.table[first, measure].T
    gap = difference(values[topics], base[topics])
    low, high = _interval(gap, settings)
    sign = np.array([-1.0 if m in lower else 1.0 for m in measure])
    wins, ties, losses = wins_ties_losses(sign * gap, settings.tie)
    return {
        "topics": counts(gap),
        "difference": exact_means(gap),
        "low": low,
        "high": high,
        "permutation": sign_flip_p(gap, flips=settings.flips, seed=settings.seed),
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "detectable": detectable(gap, alpha=settings.alpha),
    }


def pairs(results: Results, measure: int, settings: Settings) -> Tests | None:
    """Test every pair of runs on one measure, or the best against the others."""
    order = best_first(results, measure)
    some = [(other, order[0]) for other in order[1:]]
    if len(order) <= ALL_PAIRS:
        some = list(combinations(range(len(order)), 2))
    return compared(results, [(a, b, measure) for a, b in some], settings)


def against(results: Results, baseline: int) -> list[Asked]:
    """Return all measures of all runs against the baseline."""
    others = [run for run in range(len(results.runs)) if run != baseline]
    return [(baseline, run, m) for run in others for m in range(len(results.measures))]


@dataclass(frozen=True)
class Verdict:
    """What the tests say of the best run by the primary measure.

    Parameters
    ----------
    state : str
        Whether it is decided.
    order : list of int
        Runs, best first.
    tied, worse : list of int
        Other runs that cannot be told apart from the best, and those that are worse.
    """

    state: State
    order: list[int]
    tied: list[int]
    worse: list[int]


def verdict(results: Results, measure: int, found: Tests | None, alpha: float) -> Verdict:
    """Decide; one topic never decides anything."""
    order = best_first(results, measure)
    best, others = order[0], order[1:]
    if found is None:
        return Verdict("single", order, [], [])
    rows = {run: found.of(best, run, measure) for run in others}
    several = len(results.topics) > 1
    worse = [run for run in others if several and found.p(rows[run]) <= alpha]
    tied = [run for run in others if run not in worse]
    if all(row["topics"] and row["ties"] == row["topics"] for row in rows.values()):
        return Verdict("equal", order, tied, worse)
    return Verdict("undecided" if tied else "decided", order, tied, worse)
