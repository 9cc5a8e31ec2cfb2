"""Plots by kind: budgets, values by topic, curves and meta-evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise.errors import MeasureSyntaxError, UsageError
from partwise.evaluation.plan import parse
from partwise.lab.correlate import correlate
from partwise.lab.fidelity import fidelity
from partwise.lab.reliability import Reliability, reliability
from partwise.lab.variants import (
    Variants,
    assessor_slots,
    assessor_variants,
    topic_variants,
)
from partwise.language.measure import Measure
from partwise.losses.breakdown import LOST
from partwise.messages import plural
from partwise.report import chart_kinds as lab
from partwise.report.account import KINDS
from partwise.report.chart_kinds import (
    SHARE,
    Axis,
    Curves,
    Paired,
    curve_chart,
    difference_bars,
    scatter_panels,
    stacked_bars,
)
from partwise.report.charts import Frame, Spec, error_bars
from partwise.report.findings import PRIMARY, Findings
from partwise.report.plots import PlotOptions, Source, coloured, points, topics_of
from partwise.tables.results import Results, or_none

SPENT = (
    "relevant, new",
    "read before",
    "around relevant text",
    "parts without relevant text",
    "not used",
)
"""Labels of the kinds of characters of a budget."""

_LOST_WORDS = {
    "shown": "shown",
    "no_document": "lost: document not in the inventory",
    "no_part": "lost: text in no part",
}
_ROUND = tuple(step * 10**power for power in range(8) for step in (1, 2, 5))
_NO_SPANS = "this kind of plot needs judged spans of text and runs of parts with known lengths"


def budget(source: Source, wishes: PlotOptions) -> Spec:
    """Draw mean CharR against the characters read."""
    source.need("runs")
    findings = source.findings(wishes)
    curve = _reading(findings)
    spent = findings.material.budget
    ends = {"type": "log", "domain": [curve["budget"][0], curve["budget"][-1]]}
    ticks = [n for n in _ROUND if ends["domain"][0] <= n <= ends["domain"][1]]
    x = Axis("characters read", ends, {"values": ticks, "format": ",d", "grid": False})
    y = Axis("relevant text found", SHARE.scale, SHARE.ticks)
    curves = Curves(
        findings.results.runs,
        curve["budget"],
        curve["recall"],
        rule=spent,
        coloured=coloured(findings.results, findings.baseline),
    )
    subtitle = f"mean CharR over {topics_of(findings)}; dashed: the budget of {spent:,} characters"
    frame = wishes.frame("Relevant text found by characters read", subtitle)
    return curve_chart(curves, x, y, frame)


def recall(source: Source, wishes: PlotOptions) -> Spec:
    """Draw mean CharR at ranks."""
    source.need("runs")
    findings = source.findings(wishes)
    curve = _reading(findings)
    x = Axis("parts read", {"domain": [1, curve["rank"][-1]]}, {"format": "d"})
    y = Axis("relevant text found", SHARE.scale, SHARE.ticks)
    coloured_runs = coloured(findings.results, findings.baseline)
    curves = Curves(
        findings.results.runs, curve["rank"], curve["recall_rank"], coloured=coloured_runs
    )
    frame = wishes.frame(
        "Relevant text found by parts read", f"mean CharR over {topics_of(findings)}"
    )
    return curve_chart(curves, x, y, frame)


def spent(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the characters of the budget by kind."""
    source.need("runs")
    findings = source.findings(wishes)
    amounts = findings.spent
    if amounts is None:
        raise UsageError(_NO_SPANS)
    shares = [
        [amount[kind] / max(1, sum(amount.values())) for kind in (*KINDS, "unspent")]
        for amount in amounts
    ]
    n = findings.material.budget
    frame = wishes.frame(f"What {n:,} characters were spent on", f"over {topics_of(findings)}")
    what = f"share of {n:,} characters a topic"
    kinds = dict(zip(SPENT, frame.palette.kinds, strict=True))
    return stacked_bars(findings.results.runs, kinds, shares, what=what, frame=frame)


def losses(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the relevant text shown, and lost by each cause."""
    if not source.options.get("inventory"):
        raise UsageError("losses need the list of all parts: use --inventory")
    source.need("runs")
    findings = source.findings(wishes)
    amounts = findings.losses
    if amounts is None:
        raise UsageError(_NO_SPANS)
    keys = ["shown", *LOST]
    shown_keys = [k for k in keys if any(run["mean"][k] for run in amounts) or k == "shown"]
    shares = [[run["mean"][key] or 0.0 for key in shown_keys] for run in amounts]
    subtitle = f"mean over {topics_of(findings)} within {findings.material.budget:,} characters"
    frame = wishes.frame("Who lost the relevant text", subtitle)
    what = "share of the relevant text"
    colours = dict(zip(keys, frame.palette.losses, strict=True))
    kinds = {_LOST_WORDS.get(key, f"lost: {key}"): colours[key] for key in shown_keys}
    return stacked_bars(findings.results.runs, kinds, shares, what=what, frame=frame)


def _reading(findings: Findings) -> dict[str, Any]:
    if findings.curve is None:
        raise UsageError(_NO_SPANS)
    return findings.curve


_PANELS = 8
"""Maximum number of runs with a panel each."""


def means(source: Source, wishes: PlotOptions) -> Spec:
    """Draw means with their intervals, a panel for each measure."""
    findings = source.findings(wishes)
    results, ends = findings.results, findings.intervals
    table = results.mean_table
    rows = []
    for m, measure in enumerate(results.measures):
        lower = " (lower is better)" if results.better[m] == "lower" else ""
        for r, run in enumerate(results.runs):
            if (mean := or_none(table[r, m])) is not None:
                low, high = (mean if np.isnan(end) else float(end) for end in ends[r, m])
                row = {"run": run, "measure": f"{measure}{lower}"}
                rows.append(row | {"mean": mean, "min": low, "max": high})
    subtitle = f"bars: 95 % bootstrap interval over {topics_of(findings)}"
    frame = wishes.frame(
        "Means", subtitle if len(results.topics) > 1 else "one topic: no intervals"
    )
    return frame.around(error_bars(rows, title=""))


def differences(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the differences to the baseline, topic by topic."""
    findings = source.findings(wishes)
    results, (pairs, cut) = findings.results, _pairs(findings)
    name, lower = results.measures[PRIMARY], results.better[PRIMARY] == "lower"
    subtitle = (
        f"{name} against {results.runs[findings.baseline]}; band: mean and 95 % interval{cut}"
    )
    frame = wishes.frame("Differences by topic", subtitle)
    return difference_bars(pairs, measure=name, lower=lower, frame=frame)


def scatter(source: Source, wishes: PlotOptions) -> Spec:
    """Draw a scatter plot per run: x is the baseline's value of a topic, y the run's."""
    findings = source.findings(wishes)
    results, (pairs, cut) = findings.results, _pairs(findings)
    name = results.measures[PRIMARY]
    bounds = findings.measures[PRIMARY].bounds
    values = [v for pair in pairs for v in (*pair.baseline, *pair.values)]
    is_share = tuple(bounds) == (0.0, 1.0)
    reach = (
        (0.0, 1.0) if is_share or not values else (min(values), max(*values, min(values) + 1e-9))
    )
    above = "worse" if results.better[PRIMARY] == "lower" else "better"
    subtitle = f"{name}, a dot a topic; above the diagonal the run is {above}{cut}"
    frame = wishes.frame(f"Each run against {results.runs[findings.baseline]}", subtitle)
    baseline = results.runs[findings.baseline]
    return scatter_panels(pairs, baseline=baseline, reach=reach, frame=frame)


def _pairs(findings: Findings) -> tuple[list[Paired], str]:
    """Return runs paired with the baseline, of many the best, and words on those left out."""
    results = findings.results
    if len(results.runs) < 2 or findings.comparisons is None:
        raise UsageError("one run has nothing to be compared with: use at least two runs")
    others = [run for run in findings.verdict.order if run != findings.baseline]
    chosen = sorted(others[:_PANELS]) if len(others) > _PANELS else sorted(others)
    table = results.table[:, PRIMARY]
    pairs = []
    for run in chosen:
        both = ~np.isnan(table[run]) & ~np.isnan(table[findings.baseline])
        row = findings.comparisons.of(findings.baseline, run, PRIMARY)
        pairs.append(
            Paired(
                results.runs[run],
                [results.topics[index] for index in np.flatnonzero(both)],
                table[findings.baseline, both].tolist(),
                table[run, both].tolist(),
                row["difference"],
                or_none(row["low"]),
                or_none(row["high"]),
            )
        )
    cut = f"; the best {len(chosen)} of {len(others)} runs" if len(chosen) < len(others) else ""
    return pairs, cut


EARLY = (0.0, 0.01, 0.05, 0.10)
"""Recall levels that INEX 2007 printed."""

ELEVEN = tuple(n / 10 for n in range(11))
HUNDRED = tuple(n / 100 for n in range(101))


@dataclass(frozen=True)
class CutoffCurve:
    """A measure as a curve over its cutoffs.

    Parameters
    ----------
    measure : str
        Default measure.
    families : tuple of str
        Measures that can be drawn so.
    levels : tuple of float, optional
        Recall levels; None: ranks.
    x : str
        Title of the axis of cutoffs.
    ideal : str, optional
        Measure of a grey curve above all.
    early : bool
        Stretch the beginning of the axis.
    """

    measure: str
    families: tuple[str, ...]
    levels: tuple[float, ...] | None
    x: str
    ideal: str | None = None
    early: bool = False

    def draw(self, source: Source, wishes: PlotOptions) -> Spec:
        """Evaluate the measure at every cutoff and draw its means."""
        base = self._chosen(source)
        cutoffs: Sequence[float] = self.levels or points(wishes.ranks)
        measures = [base @ cutoff for cutoff in cutoffs]
        results = source.evaluated(measures, preset=None)
        means = results.mean_table
        y = [[or_none(value) for value in run] for run in means.tolist()]
        best = _highest(self._ideals(source, base, cutoffs)) if self.ideal else None
        baseline = _position(results, wishes.baseline)
        curves = Curves(
            results.runs,
            list(cutoffs),
            y,
            ideal=best,
            coloured=coloured(results, baseline, len(cutoffs) - 1),
        )
        frame = Frame(
            wishes.title or f"{base!r} by {self.x}",
            f"mean over {plural(len(results.topics), 'topic')}",
            wishes.width,
            wishes.height,
            wishes.theme,
        )
        return curve_chart(curves, self._along(cutoffs), _upwards(base), frame)

    def _chosen(self, source: Source) -> Measure:
        """Return the measure to draw, without its cutoff; raise UsageError for several."""
        requested = source.measures if source.measures is not None else ()
        listed = [requested] if isinstance(requested, str | Measure | type) else list(requested)
        if (
            source.prior_results is not None
        ):  # what was evaluated before was not asked of this chart
            listed = [measure for measure in map(self._read, listed) if self._draws(measure)]
        measures = [self._read(item) for item in listed or [self.measure]]
        bases = dict.fromkeys(_without_cutoff(measure) for measure in measures)
        for base in bases:
            if not self._draws(base):
                drawn = " or ".join(self.families)
                raise UsageError(f"{base!r} has no curve of this kind; it draws {drawn}")
        if len(bases) > 1:
            names = ", ".join(map(repr, bases))
            raise UsageError(f"this kind of plot draws one measure, not {names}")
        return next(iter(bases))

    def _draws(self, measure: Measure) -> bool:
        return type(measure).__name__ in self.families

    def _read(self, spelling: Any) -> Measure:
        """Read a measure with or without a cutoff."""
        if isinstance(spelling, Measure):
            return spelling
        if isinstance(spelling, type) and issubclass(spelling, Measure):
            return spelling()
        try:
            return parse(f"{spelling}@{1 if self.levels is None else 0.5}")
        except MeasureSyntaxError:
            return parse(spelling)

    def _ideals(self, source: Source, base: Measure, cutoffs: Sequence[float]) -> Results:
        ideal = type(self._read(self.ideal))
        settings = {k: v for k, v in base.settings().items() if k in ideal().settings()}
        ideal_measures = [ideal(**settings) @ cutoff for cutoff in cutoffs]
        return source.evaluated(ideal_measures, preset=None)

    def _along(self, cutoffs: Sequence[float]) -> Axis:
        if self.levels is None:
            return Axis(self.x, {"domain": [1, max(2, cutoffs[-1])]}, {"format": "d"})
        if self.early:
            ticks = {"values": [*EARLY, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1], "format": ".2f"}
            scale = {"type": "sqrt", "domain": [0, 1]}
            return Axis(f"{self.x} (square-root scale)", scale, ticks)
        return Axis(self.x, {"domain": [0, 1]}, {"format": ".1f"})


def _upwards(base: Measure) -> Axis:
    better = " (lower is better)" if base.better == "lower" else ""
    title = f"mean {base!r}{better}"
    is_share = base.bounds is not None and base.bounds[1] == 1
    return Axis(title, SHARE.scale if is_share else {"zero": True, "nice": True})


def _without_cutoff(measure: Measure) -> Measure:
    return type(measure)(**measure.settings())


def _highest(results: Results) -> list[float | None]:
    """Return the ideal curve: the same for every run that has all topics."""
    return [or_none(max(column)) for column in results.mean_table.T.tolist()]


def _position(results: Results, name: str | None) -> int:
    from partwise.errors import UnknownNameError
    from partwise.kernels.text.near import near

    if name is not None and name not in results.runs:
        raise UnknownNameError("run", name, near(name, results.runs), available=results.runs[:10])
    return 0 if name is None else results.runs.index(name)


LINES = {
    "xcg": CutoffCurve("xCG", ("xCG",), None, "rank", ideal="xCI"),
    "nxcg": CutoffCurve("nxCG", ("nxCG", "AnxCG"), None, "rank"),
    "epgr": CutoffCurve("ep", ("ep",), HUNDRED[1:], "gain-recall"),
    "igp": CutoffCurve("igP", ("igP",), ELEVEN, "generalised recall"),
    "gprecision": CutoffCurve("gP", ("gP",), None, "rank of documents"),
    "iprecision": CutoffCurve("iP", ("iP",), HUNDRED, "recall", early=True),
    "effort": CutoffCurve("NCE", ("NCE", "CE", "ANCE"), None, "rank of documents"),
    "prum": CutoffCurve("EPRUM", ("EPRUM", "PRUM"), ELEVEN[1:], "recall"),
}


def tau(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the agreement of measures about the order of the runs."""
    correlation = correlate(source.results, seed=wishes.seed)
    source.notes.extend(correlation.notes)
    subtitle = f"Kendall's tau over {plural(len(correlation.runs), 'run')}; bold: p < 0.05"
    return _framed(lab.heat(correlation), wishes, "Agreement of measures", subtitle)


def insertions(source: Source, wishes: PlotOptions) -> Spec:
    """Draw means against the number of inserted non-relevant results."""
    results = fidelity(source.assessments(), source.measures, seed=wishes.seed, **source.options)
    source.notes.extend(results.notes)
    subtitle = f"mean over {plural(len(results.results.topics), 'topic')}"
    title = "The ideal run with non-relevant results inserted"
    return _framed(lab.insertions(results), wishes, title, subtitle)


def swaps(source: Source, wishes: PlotOptions) -> Spec:
    """Draw swap rates against the number of topics."""
    subtitle = "share of topic sets that swap two runs; bins of the difference; dashed: fitted"
    return _reliability(source, wishes, lab.swaps, "Swap rate by number of topics", subtitle)


def spread(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the mean of each run with its least and greatest value over the variants."""
    subtitle = "dot: mean; bar: least to greatest over {variants}"
    return _reliability(source, wishes, lab.spread, "Spread of the runs", subtitle)


def taus(source: Source, wishes: PlotOptions) -> Spec:
    """Draw the tau of each measure with its least and greatest value over the variants."""
    subtitle = "dot: mean tau with the official ranking; bar: least to greatest over {variants}"
    return _reliability(
        source, wishes, lab.taus, "How stably each measure ranks the runs", subtitle
    )


def _reliability(
    source: Source,
    wishes: PlotOptions,
    chart: Callable[[Reliability], Spec],
    title: str,
    subtitle: str,
) -> Spec:
    results = reliability(_variants(source, wishes), seed=wishes.seed)
    source.notes.extend(results.notes)
    filled = subtitle.format(variants=plural(results.variants, "variant"))
    return _framed(chart(results), wishes, title, filled)


def _variants(source: Source, wishes: PlotOptions) -> Variants:
    """Take one assessor a topic where topics have several, else resample the topics."""
    if source.runs is not None:
        qrels, runs = source.tables()
        if (assessor_slots(qrels)[1] > 1).any():
            options = dict(source.options)
            return assessor_variants(qrels, runs, source.measures, seed=wishes.seed, **options)
    return topic_variants(source.results, seed=wishes.seed)


def _framed(spec: Spec, wishes: PlotOptions, title: str, subtitle: str) -> Spec:
    return Frame(wishes.title or title, subtitle, theme=wishes.theme).around(spec)
