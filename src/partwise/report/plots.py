"""Plots of results: kinds, sources of their data, and files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np

from partwise.errors import PartwiseWarning, UsageError, require_extra
from partwise.evaluation.arguments import Given
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.remembered import recalled
from partwise.files.atomic import write_bytes
from partwise.kernels.text.near import near
from partwise.messages import WARNING, plural, warnings_of
from partwise.report.certainty import best_first
from partwise.report.charts import MAX_STYLES, PALETTES, Frame, Theme, drawn
from partwise.report.findings import Choices, Findings
from partwise.report.material import gather, saved_material
from partwise.tables.results import Results


@dataclass(frozen=True)
class PlotKind:
    """A kind of plot.

    Parameters
    ----------
    about : str
        Content of the plot, for the listing.
    needs : str
        Required inputs, for the listing.
    """

    about: str
    needs: str

    def draw(self, name: str) -> Callable[[Any, Any], dict[str, Any]]:
        """Return the function that draws it; its module is imported now."""
        from partwise.report import plot_kinds

        lines = plot_kinds.LINES
        drawn: Callable[[Any, Any], dict[str, Any]]
        drawn = lines[name].draw if name in lines else getattr(plot_kinds, name)
        return drawn


_SPANS = "assessments with spans, runs"
_ELEMENTS = "assessed elements (or spans and --structure), runs"
KINDS = {
    "budget": PlotKind("relevant text found by characters read", _SPANS),
    "recall": PlotKind("relevant text found by parts read", _SPANS),
    "spent": PlotKind("what the characters of the budget were", _SPANS),
    "losses": PlotKind("who lost the relevant text", f"{_SPANS}, --inventory"),
    "means": PlotKind("means with intervals, a panel a measure", "runs or results"),
    "differences": PlotKind("differences to the baseline by topic", "2 runs or results"),
    "scatter": PlotKind("each run against the baseline, a dot a topic", "2 runs or results"),
    "xcg": PlotKind("xCG by rank, with the ideal", _ELEMENTS),
    "nxcg": PlotKind("nxCG by rank", _ELEMENTS),
    "epgr": PlotKind("effort-precision by gain-recall", _ELEMENTS),
    "igp": PlotKind("interpolated gP at 11 recall points", _SPANS),
    "gprecision": PlotKind("gP by rank of documents", _SPANS),
    "iprecision": PlotKind("iP at 101 recall levels", _SPANS),
    "effort": PlotKind("NCE or CE by rank; lower is better", f"{_SPANS}, lengths"),
    "prum": PlotKind("EPRUM or PRUM by recall", "assessments, runs; PRUM: --inventory"),
    "tau": PlotKind("agreement of measures about the runs", "2 measures, 3 runs or results"),
    "taus": PlotKind("how stably each measure ranks the runs", "3 runs or results"),
    "swaps": PlotKind("swap rate by number of topics", "3 runs or results, many topics"),
    "insertions": PlotKind("the ideal run with results inserted", "assessments only"),
    "spread": PlotKind("least and greatest mean of each run", "runs or results"),
}


def kind_of(name: str) -> PlotKind:
    """Return a kind of plot; raise UsageError with the list of all for an unknown name."""
    if name not in KINDS:
        close = near(name, KINDS)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise UsageError(f"there is no kind of plot {name!r}.{hint} Kinds: {', '.join(KINDS)}")
    return KINDS[name]


def listing() -> str:
    """Return all kinds with their content and required inputs, a line each."""
    wide = max(map(len, KINDS))
    about_width = max(len(kind.about) for kind in KINDS.values())
    lines = (
        f"{name:<{wide}}  {kind.about:<{about_width}}  {kind.needs}" for name, kind in KINDS.items()
    )
    return "\n".join(lines) + "\n"


SCALE = 2.0
"""Pixels of a PNG for each pixel of the chart."""


def check_target(name: str) -> None:
    """Raise UsageError for a suffix that is no chart format; require the extra package."""
    from pathlib import PurePath

    from partwise.errors import UsageError
    from partwise.report.charts import SUFFIXES

    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a chart is written as {', '.join(SUFFIXES)}")
    if suffix != ".json":
        require_extra("charts", "plot", "vl_convert")


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart as a Vega-Lite specification.

    Parameters
    ----------
    kind : str
        Name of the kind, such as ``budget``.
    spec : dict
        The specification, data included.
    notes : tuple of str
        Notes of the evaluation.
    """

    kind: str
    spec: dict[str, Any]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Chart({self.kind!r})"

    def _repr_svg_(self) -> str:
        require_extra("charts", "plot", "vl_convert")
        return drawn(self.spec, "chart.svg").decode()

    def save(self, path: str | os.PathLike[str], *, scale: float = SCALE) -> None:
        """Write ``.svg``, ``.png``, ``.pdf``, or the specification as ``.json``."""
        name = os.fspath(path)
        check_target(name)
        write_bytes(name, drawn(self.spec, name, scale=scale))


RANKS = 20


@dataclass(frozen=True)
class PlotOptions:
    """Options of a plot, as in `plot`."""

    title: str | None = None
    width: int | None = None
    height: int | None = None
    theme: Theme = "light"
    baseline: str | None = None
    budget: int | None = None
    ranks: int = RANKS
    seed: int = 0

    def frame(self, title: str, subtitle: str) -> Frame:
        """Return title, size and theme; the user's title replaces `title`."""
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
    prior_results : Results, optional
        Results evaluated before.
    notes : list of str
        Notes of all that was evaluated for the plot.
    """

    qrels: Any = None
    runs: Any = None
    measures: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    prior_results: Results | None = None
    notes: list[str] = field(default_factory=list)

    @cached_property
    def results(self) -> Results:
        """Values of the requested measures."""
        return self.evaluated(self.measures) if self.prior_results is None else self.prior_results

    def evaluated(self, measures: Any, **changed: Any) -> Results:
        """Evaluate other measures on the same runs."""
        self.need("runs")
        results = evaluate(self.qrels, self.runs, measures, **{**self.options, **changed})
        self.notes.extend(results.notes)
        return results

    def findings(self, wishes: PlotOptions) -> Findings:
        """Return the findings that the page of `report` would show."""
        if self.prior_results is not None and self.runs is None:
            material = saved_material(self.prior_results, None, wishes.budget)
        else:
            self.need("runs")
            measures, options = self.measures, dict(self.options)
            if self.prior_results is not None:  # they say what a preset stood for
                measures, options["preset"] = list(self.prior_results.measures), None
            material = gather(self.qrels, self.runs, measures, budget=wishes.budget, **options)
        self.notes.extend(material.notes)
        return Findings(material, Choices(wishes.baseline))

    def assessments(self) -> Any:
        """Return the assessments as a table."""
        self.need("qrels")
        return self._arguments.qrels(self.qrels)

    def tables(self) -> tuple[Any, list[Any]]:
        """Return assessments and runs as tables."""
        self.need("runs")
        arguments = self._arguments
        return arguments.qrels(self.qrels), list(arguments.runs(self.runs))

    @property
    def _arguments(self) -> Given:
        return Given(self.options.get("reading"))

    def need(self, what: str) -> None:
        """Raise UsageError if `qrels` or `runs`, named by `what`, is missing."""
        if getattr(self, what) is None:
            raise UsageError(
                "this kind of plot needs assessments and runs, which these results do not hold: "
                "use partwise plot KIND QRELS RUN..., or pw.plot(kind, qrels, runs)"
            )


def coloured(results: Results, baseline: int, measure: int = 0) -> Sequence[int]:
    """Return the runs with their own colour: all, or of many the baseline and the best."""
    if len(results.runs) <= MAX_STYLES:
        return range(len(results.runs))
    order = best_first(results.mean_table[:, measure], results.better[measure])
    best = [run for run in order if run != baseline]
    return sorted([baseline, *best[: MAX_STYLES - 1]])


def topics_of(findings: Findings) -> str:
    """Count the topics of a plot."""
    return plural(len(findings.results.topics), "topic")


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
    wishes = PlotOptions(title, width, height, theme, baseline, budget, ranks, seed)
    if isinstance(qrels, Results):
        if runs is not None or options:
            raise UsageError("results take no runs and no options: they are evaluated")
        return chart_of(kind, Source(measures=measures, prior_results=qrels), wishes)
    chart = chart_of(kind, Source(qrels, runs, measures, options), wishes)
    for text in warnings_of(chart.notes):
        warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
    return chart


def plot_results(results: Results, kind: str, **wishes: Any) -> Chart:
    """Draw results; uses the tables they were evaluated from, if these are still in memory."""
    option_names = [field.name for field in fields(PlotOptions)]
    for name in wishes:
        if name not in option_names:
            raise UsageError(f"plot takes {', '.join(option_names)}, not {name}")
    return chart_of(
        kind, Source(**(recalled(results) or {}), prior_results=results), PlotOptions(**wishes)
    )


def chart_of(kind: str, source: Source, wishes: PlotOptions) -> Chart:
    """Check kind and options, then draw the chart."""
    plot_kind = kind_of(kind)
    if wishes.theme not in PALETTES:
        names = ", ".join(PALETTES)
        raise UsageError(f"theme must be one of {names}, not {wishes.theme!r}")
    for name in ("width", "height", "budget", "ranks"):
        number = getattr(wishes, name)
        if number is not None and (isinstance(number, bool) or int(number) != number or number < 1):
            raise UsageError(f"{name} must be a whole number of at least 1, not {number!r}")
    spec = plot_kind.draw(kind)(source, wishes)
    return Chart(kind, spec, tuple(dict.fromkeys(source.notes)))
