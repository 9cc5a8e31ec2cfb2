"""What a plot is made from: assessments and runs, or results that were evaluated before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from partwise.errors import UsageError
from partwise.evaluation.arguments import Given
from partwise.evaluation.evaluate import evaluate
from partwise.messages import plural
from partwise.report.charts.style import MOST, Frame, Theme
from partwise.report.data.certainty import best_first
from partwise.report.data.findings import Choices, Findings
from partwise.report.data.material import gather, saved_material
from partwise.tables.results import Results

RANKS = 20


@dataclass(frozen=True)
class Wishes:
    """What a user asks of a plot beside its kind."""

    title: str | None = None
    width: int | None = None
    height: int | None = None
    theme: Theme = "light"
    baseline: str | None = None
    budget: int | None = None
    ranks: int = RANKS
    seed: int = 0

    def frame(self, title: str, subtitle: str) -> Frame:
        """Return what stands around a plot; a title that was asked for wins."""
        return Frame(self.title or title, subtitle, self.width, self.height, self.theme)


@dataclass(frozen=True, eq=False)
class Source:
    """Assessments, runs, measures and the options of `evaluate`, or results alone.

    Parameters
    ----------
    qrels, runs, measures : as in `evaluate`
        None where only results are known.
    options : mapping
        Further arguments of `evaluate`.
    known : Results, optional
        What was evaluated before.
    said : list of str
        Notes of all that was evaluated for the plot.
    """

    qrels: Any = None
    runs: Any = None
    measures: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    known: Results | None = None
    said: list[str] = field(default_factory=list)

    @cached_property
    def results(self) -> Results:
        """The values of the measures asked for."""
        return self.evaluated(self.measures) if self.known is None else self.known

    def evaluated(self, measures: Any, **changed: Any) -> Results:
        """Evaluate other measures on the same runs."""
        self.need("runs")
        found = evaluate(self.qrels, self.runs, measures, **{**self.options, **changed})
        self.said.extend(found.notes)
        return found

    def findings(self, wishes: Wishes) -> Findings:
        """Return what the page of `report` would say."""
        if self.known is not None and self.runs is None:
            material = saved_material(self.known, None, wishes.budget)
        else:
            self.need("runs")
            measures, options = self.measures, dict(self.options)
            if self.known is not None:  # they say what a preset stood for
                measures, options["preset"] = list(self.known.measures), None
            material = gather(self.qrels, self.runs, measures, budget=wishes.budget, **options)
        self.said.extend(material.notes)
        return Findings(material, Choices(wishes.baseline))

    def assessments(self) -> Any:
        """Return the assessments as a table."""
        self.need("qrels")
        return self._given.qrels(self.qrels)

    def tables(self) -> tuple[Any, list[Any]]:
        """Return assessments and runs as tables."""
        self.need("runs")
        given = self._given
        return given.qrels(self.qrels), list(given.runs(self.runs))

    @property
    def _given(self) -> Given:
        return Given(self.options.get("reading"))

    def need(self, what: str) -> None:
        """Refuse a kind of plot that results alone cannot make."""
        if getattr(self, what) is None:
            raise UsageError(
                "this kind of plot needs assessments and runs, which these results do not hold: "
                "use partwise plot KIND QRELS RUN..., or pw.plot(kind, qrels, runs)"
            )


def coloured(results: Results, baseline: int, measure: int = 0) -> Sequence[int]:
    """Return the runs that are told apart: all, or the baseline and the best of many."""
    if len(results.runs) <= MOST:
        return range(len(results.runs))
    order = best_first(results.mean_table[:, measure], results.better[measure])
    best = [run for run in order if run != baseline]
    return sorted([baseline, *best[: MOST - 1]])


def topics_of(found: Findings) -> str:
    """Count the topics of a plot."""
    return plural(len(found.results.topics), "topic")


def points(last: int) -> list[int]:
    """Return ranks from 1 to `last`: all of the first thirty, then ever sparser.

    Examples
    --------
    >>> points(4)
    [1, 2, 3, 4]
    >>> len(points(1500)) < 80
    True
    """
    dense = range(1, min(last, 30) + 1)
    sparse = np.geomspace(30, last, 40).round().astype(int).tolist() if last > 30 else []
    return sorted({*dense, *sparse})
