"""The table of means: best run first, an interval below each value on its column's own scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from partwise._typing import Reals
from partwise.messages import plural
from partwise.report.data.certainty import Tests
from partwise.report.data.findings import PRIMARY, Findings
from partwise.report.html.words import value
from partwise.tables.results import Results

UNDEFINED = "–"
FOREST = 8
"""Runs on the first screen: the baseline and the best others."""


@dataclass(frozen=True)
class Cell:
    """A mean with its interval, ends in per cent of the column's scale."""

    measure: int
    text: str
    value: str | None
    low: str | None
    high: str | None
    at: float
    start: float
    end: float
    best: bool
    mark: str


@dataclass(frozen=True)
class Row:
    """The means of a run."""

    run: int
    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class Group:
    """The table of the topics that share a value of an attribute."""

    title: str
    rows: list[Row]


def table(found: Findings) -> list[Row]:
    """Lay out all runs, best first."""
    return _rows(found, found.means, found.intervals, _marks(found, found.comparisons))


def groups(found: Findings) -> list[Group]:
    """Lay out the same table for each group of topics."""
    laid = []
    for group in found.groups:
        values = np.where(group.topics, found.results.table, np.nan)
        mean = found.results.aggregated
        means = np.array([[mean(m, column) for m, column in enumerate(run)] for run in values])
        rows = _rows(found, means, group.ends, _marks(found, group.tests))
        topics = plural(int(group.topics.sum()), "topic")
        laid.append(Group(f"{group.attribute}: {group.value} ({topics})", rows))
    return laid


def _marks(found: Findings, made: Tests | None) -> dict[tuple[int, int], str]:
    """Return which means are better or worse than the baseline's after the correction."""
    return {} if made is None else made.marks(found.choices.tests.alpha)


def _rows(
    found: Findings, means: Reals, ends: Reals, marks: dict[tuple[int, int], str]
) -> list[Row]:
    scales = [_scale(means[:, at], ends[:, at]) for at in range(means.shape[1])]
    best = [_best(found.results, means, at) for at in range(means.shape[1])]
    return [
        Row(
            run,
            found.results.runs[run],
            [
                _cell(
                    at,
                    float(means[run, at]),
                    ends[run, at].tolist(),
                    scales[at],
                    best=run in best[at],
                    mark=marks.get((run, at), ""),
                )
                for at in range(means.shape[1])
            ],
        )
        for run in found.verdict.order
    ]


def _best(results: Results, means: Reals, measure: int) -> set[int]:
    """Return the runs whose printed mean is best; none where all print the same."""
    shown = np.round(means[:, measure], 4)
    known = shown[~np.isnan(shown)]
    if known.size < 2 or (known == known[0]).all():
        return set()
    top = known.min() if results.better[measure] == "lower" else known.max()
    return set(np.flatnonzero(shown == top).tolist())


def _scale(means: Reals, ends: Reals) -> tuple[float, float]:
    """Return the ends of a column's scale: all its intervals."""
    numbers = np.concatenate((means, ends.ravel()))
    known = numbers[~np.isnan(numbers)]
    return (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)


def _place(number: float, scale: tuple[float, float]) -> float:
    low, high = scale
    return 50.0 if high <= low else round(3 + 94 * (number - low) / (high - low), 2)


def _cell(
    measure: int,
    number: float,
    ends: list[float],
    scale: tuple[float, float],
    *,
    best: bool,
    mark: str,
) -> Cell:
    if math.isnan(number):
        return Cell(measure, UNDEFINED, None, None, None, 0, 0, 0, best=False, mark="")
    sure = not math.isnan(ends[0])
    low, high = ends if sure else (number, number)
    return Cell(
        measure,
        f"{number:.4f}",
        repr(number),
        repr(low) if sure else None,
        repr(high) if sure else None,
        _place(number, scale),
        _place(low, scale),
        _place(high, scale),
        best=best,
        mark=mark,
    )


@dataclass(frozen=True)
class Whisker:
    """A run of the first screen: its primary mean and interval."""

    run: int
    name: str
    text: str
    at: float
    start: float
    end: float


def forest(found: Findings) -> list[Whisker]:
    """Lay out the primary measure of the baseline and the best others."""
    order = found.order
    shown = [run for run in order if run != found.baseline][: FOREST - 1]
    runs = [run for run in order if run in {*shown, found.baseline}]
    means, ends = found.means[runs, PRIMARY], found.intervals[runs, PRIMARY]
    scale = _scale(means, ends)
    share = found.measures[PRIMARY].is_share
    laid = []
    for at, run in enumerate(runs):
        number = float(means[at])
        if math.isnan(number):
            continue
        low, high = ends[at].tolist()
        low, high = (number, number) if math.isnan(low) else (low, high)
        places = [_place(n, scale) for n in (number, low, high)]
        name = found.results.runs[run]
        laid.append(Whisker(run, name, value(number, is_share=share), *places))
    return laid
