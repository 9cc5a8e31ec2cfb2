"""Plots as Python users ask for them."""

from __future__ import annotations

import warnings
from dataclasses import fields
from typing import Any

from partwise.errors import PartwiseWarning, UsageError
from partwise.evaluation.remembered import recalled
from partwise.messages import WARNING, warnings_of
from partwise.report.charts.style import PALETTES, Theme
from partwise.report.plots.chart import Chart
from partwise.report.plots.kinds import kind_of
from partwise.report.plots.source import RANKS, Source, Wishes
from partwise.tables.results import Results


def plot(
    kind: str,
    qrels: Any,
    runs: Any = None,
    measures: Any = None,
    *,
    title: str | None = None,
    width: int | None = None,
    height: int | None = None,
    theme: Theme = "light",
    baseline: str | None = None,
    budget: int | None = None,
    ranks: int = RANKS,
    seed: int = 0,
    **options: Any,
) -> Chart:
    """Draw a chart of a named kind.

    Parameters
    ----------
    kind : str
        What is drawn: budget, recall, spent, losses, means, differences, scatter, xcg, nxcg, epgr,
        igp, gprecision, iprecision, effort, prum, tau, taus, swaps, insertions, spread.
    qrels : Qrels, dict, frame or path, or Results
        The assessments; results alone suffice for means, differences, scatter, tau and the kinds
        of reliability.
    runs : Run, dict, frame or path, or iterable of them
        What the systems returned; not needed for insertions.
    measures : Measure or str, or iterable of them, optional
        As in `evaluate`. A curve of one measure takes that measure without a cutoff.
    title : str, optional
        Instead of the chart's own.
    width, height : int, optional
        Of the plot in pixels.
    theme : {'light', 'dark', 'print'}
        Print is black on white; runs differ in dash and mark.
    baseline : str, optional
        Run that others are compared with; default: the first.
    budget : int, optional
        Characters that a reader reads; default: those of the first measure that says it, or 4000.
    ranks : int
        Last rank of curves by rank.
    seed : int
        Of resampling and simulation.
    **options
        Those of `evaluate`: preset, structure, lengths, inventory, reading, rules.

    Returns
    -------
    Chart
        Shows itself in notebooks; ``save(path)`` writes .svg, .png, .pdf or .json; ``spec`` is the
        Vega-Lite specification.
    """
    wishes = Wishes(title, width, height, theme, baseline, budget, ranks, seed)
    if isinstance(qrels, Results):
        if runs is not None or options:
            raise UsageError("results take no runs and no options: they are evaluated")
        return chart_of(kind, Source(measures=measures, known=qrels), wishes)
    made = chart_of(kind, Source(qrels, runs, measures, options), wishes)
    for text in warnings_of(made.notes):
        warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
    return made


def plot_results(results: Results, kind: str, **wishes: Any) -> Chart:
    """Draw results; what they were evaluated from is used where it is still there."""
    known = [field.name for field in fields(Wishes)]
    for name in wishes:
        if name not in known:
            raise UsageError(f"plot takes {', '.join(known)}, not {name}")
    return chart_of(kind, Source(**(recalled(results) or {}), known=results), Wishes(**wishes))


def chart_of(kind: str, source: Source, wishes: Wishes) -> Chart:
    """Check what is asked, then draw it."""
    found = kind_of(kind)
    if wishes.theme not in PALETTES:
        names = ", ".join(PALETTES)
        raise UsageError(f"theme must be one of {names}, not {wishes.theme!r}")
    for name in ("width", "height", "budget", "ranks"):
        number = getattr(wishes, name)
        if number is not None and (isinstance(number, bool) or int(number) != number or number < 1):
            raise UsageError(f"{name} must be a whole number of at least 1, not {number!r}")
    spec = found.draw(kind)(source, wishes)
    return Chart(kind, spec, tuple(dict.fromkeys(source.said)))
