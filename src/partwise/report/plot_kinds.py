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
from partwise.lab.reliability.data import Reliability
from partwise.lab.reliability.estimate import reliability
from partwise.lab.reliability.variants import (
    Variants,
    assessor_slots,
    assessor_variants,
    topic_variants,
)
from partwise.language.measure import Measure
from partwise.losses.culprits import LOST
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
from partwise.report.plots import Source, Wishes, coloured, points, topics_of
from partwise.tables.results import Results, or_none

SPENT = (
    "relevant, new",
    "read before",
    "around relevant text",
    "parts without relevant text",
    "not used",
)
"""Words for the kinds of characters that a budget buys."""

_LOST_WORDS = {
    "shown": "shown",
    "no_document": "lost: document not in the inventory",
    "no_part": "lost: text in no part",
}
_ROUND = tuple(step * 10**power for power in range(8) for step in (1, 2, 5))
_NO_SPANS = "this kind of plot needs judged spans of text and runs of parts with known lengths"


def budget(source: Source, wishes: Wishes) -> Spec:
    """Draw mean CharR against the characters read."""
    source.need("runs")
    found = source.findings(wishes)
    curve = _reading(found)
    spent = found.material.budget
    ends = {"type": "log", "domain": [curve["budget"][0], curve["budget"][-1]]}
    ticks = [n for n in _ROUND if ends["domain"][0] <= n <= ends["domain"][1]]
    x = Axis("characters read", ends, {"values": ticks, "format": ",d", "grid": False})
    y = Axis("relevant text found", SHARE.scale, SHARE.ticks)
    curves = Curves(
        found.results.runs,
        curve["budget"],
        curve["recall"],
        rule=spent,
        coloured=coloured(found.results, found.baseline),
    )
    told = f"mean CharR over {topics_of(found)}; dashed: the budget of {spent:,} characters"
    frame = wishes.frame("Relevant text found by characters read", told)
    return curve_chart(curves, x, y, frame)


def recall(source: Source, wishes: Wishes) -> Spec:
    """Draw mean CharR at ranks."""
    source.need("runs")
    found = source.findings(wishes)
    curve = _reading(found)
    x = Axis("parts read", {"domain": [1, curve["rank"][-1]]}, {"format": "d"})
    y = Axis("relevant text found", SHARE.scale, SHARE.ticks)
    told = coloured(found.results, found.baseline)
    curves = Curves(found.results.runs, curve["rank"], curve["recall_rank"], coloured=told)
    frame = wishes.frame("Relevant text found by parts read", f"mean CharR over {topics_of(found)}")
    return curve_chart(curves, x, y, frame)


def spent(source: Source, wishes: Wishes) -> Spec:
    """Draw what the characters of the budget were."""
    source.need("runs")
    found = source.findings(wishes)
    amounts = found.spent
    if amounts is None:
        raise UsageError(_NO_SPANS)
    shares = [
        [amount[kind] / max(1, sum(amount.values())) for kind in (*KINDS, "unspent")]
        for amount in amounts
    ]
    n = found.material.budget
    frame = wishes.frame(f"What {n:,} characters were spent on", f"over {topics_of(found)}")
    what = f"share of {n:,} characters a topic"
    kinds = dict(zip(SPENT, frame.palette.kinds, strict=True))
    return stacked_bars(found.results.runs, kinds, shares, what=what, frame=frame)


def losses(source: Source, wishes: Wishes) -> Spec:
    """Draw who lost the relevant text that is not shown."""
    if not source.options.get("inventory"):
        raise UsageError("losses need the list of all parts: use --inventory")
    source.need("runs")
    found = source.findings(wishes)
    amounts = found.losses
    if amounts is None:
        raise UsageError(_NO_SPANS)
    keys = ["shown", *LOST]
    shown = [k for k in keys if any(run["mean"][k] for run in amounts) or k == "shown"]
    shares = [[run["mean"][key] or 0.0 for key in shown] for run in amounts]
    told = f"mean over {topics_of(found)} within {found.material.budget:,} characters"
    frame = wishes.frame("Who lost the relevant text", told)
    what = "share of the relevant text"
    colours = dict(zip(keys, frame.palette.losses, strict=True))
    kinds = {_LOST_WORDS.get(key, f"lost: {key}"): colours[key] for key in shown}
    return stacked_bars(found.results.runs, kinds, shares, what=what, frame=frame)


def _reading(found: Findings) -> dict[str, Any]:
    if found.curve is None:
        raise UsageError(_NO_SPANS)
    return found.curve


_PANELS = 8
"""Runs that get a panel of their own."""


def means(source: Source, wishes: Wishes) -> Spec:
    """Draw means with their intervals, a panel for each measure."""
    found = source.findings(wishes)
    results, ends = found.results, found.intervals
    table = results.mean_table
    rows = []
    for m, measure in enumerate(results.measures):
        lower = " (lower is better)" if results.better[m] == "lower" else ""
        for r, run in enumerate(results.runs):
            if (mean := or_none(table[r, m])) is not None:
                low, high = (mean if np.isnan(end) else float(end) for end in ends[r, m])
                row = {"run": run, "measure": f"{measure}{lower}"}
                rows.append(row | {"mean": mean, "min": low, "max": high})
    told = f"bars: 95 % bootstrap interval over {topics_of(found)}"
    frame = wishes.frame("Means", told if len(results.topics) > 1 else "one topic: no intervals")
    return frame.around(error_bars(rows, title=""))


def differences(source: Source, wishes: Wishes) -> Spec:
    """Draw the differences to the baseline, topic by topic."""
    found = source.findings(wishes)
    results, (pairs, cut) = found.results, _pairs(found)
    name, lower = results.measures[PRIMARY], results.better[PRIMARY] == "lower"
    told = f"{name} against {results.runs[found.baseline]}; band: mean and 95 % interval{cut}"
    frame = wishes.frame("Differences by topic", told)
    return difference_bars(pairs, measure=name, lower=lower, frame=frame)


def scatter(source: Source, wishes: Wishes) -> Spec:
    """Draw, topic by topic, the baseline's value along and another run's upwards."""
    found = source.findings(wishes)
    results, (pairs, cut) = found.results, _pairs(found)
    name = results.measures[PRIMARY]
    bounds = found.measures[PRIMARY].bounds
    every = [v for pair in pairs for v in (*pair.baseline, *pair.values)]
    is_share = tuple(bounds) == (0.0, 1.0)
    reach = (0.0, 1.0) if is_share or not every else (min(every), max(*every, min(every) + 1e-9))
    told = f"{name}, a dot a topic; above the diagonal the run is {_above(found)}{cut}"
    frame = wishes.frame(f"Each run against {results.runs[found.baseline]}", told)
    baseline = results.runs[found.baseline]
    return scatter_panels(pairs, baseline=baseline, reach=reach, frame=frame)


def _above(found: Findings) -> str:
    return "worse" if found.results.better[PRIMARY] == "lower" else "better"


def _pairs(found: Findings) -> tuple[list[Paired], str]:
    """Return each run beside the baseline, the best of many, and words on those left out."""
    results = found.results
    if len(results.runs) < 2 or found.comparisons is None:
        raise UsageError("one run has nothing to be compared with: use at least two runs")
    others = [run for run in found.verdict.order if run != found.baseline]
    chosen = sorted(others[:_PANELS]) if len(others) > _PANELS else sorted(others)
    table = results.table[:, PRIMARY]
    pairs = []
    for run in chosen:
        both = ~np.isnan(table[run]) & ~np.isnan(table[found.baseline])
        row = found.comparisons.of(found.baseline, run, PRIMARY)
        pairs.append(
            Paired(
                results.runs[run],
                [results.topics[at] for at in np.flatnonzero(both)],
                table[found.baseline, both].tolist(),
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
class Line:
    """A measure as a curve over its cutoffs.

    Parameters
    ----------
    measure : str
        What is drawn unless another of `families` is asked for.
    families : tuple of str
        Measures that can be drawn so.
    levels : tuple of float, optional
        Recall levels; None: ranks.
    x : str
        What the cutoffs are.
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

    def draw(self, source: Source, wishes: Wishes) -> Spec:
        """Evaluate the measure at every cutoff and draw its means."""
        base = self._chosen(source)
        cutoffs: Sequence[float] = self.levels or points(wishes.ranks)
        asked = [base @ cutoff for cutoff in cutoffs]
        results = source.evaluated(asked, preset=None)
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
        """Return the one measure that is drawn, without its cutoff."""
        given = source.measures if source.measures is not None else ()
        listed = [given] if isinstance(given, str | Measure | type) else list(given)
        if source.known is not None:  # what was evaluated before was not asked of this chart
            listed = [one for one in map(self._read, listed) if self._draws(one)]
        found = [self._read(one) for one in listed or [self.measure]]
        bases = dict.fromkeys(_without_cutoff(one) for one in found)
        for one in bases:
            if not self._draws(one):
                drawn = " or ".join(self.families)
                raise UsageError(f"{one!r} has no curve of this kind; it draws {drawn}")
        if len(bases) > 1:
            names = ", ".join(map(repr, bases))
            raise UsageError(f"this kind of plot draws one measure, not {names}")
        return next(iter(bases))

    def _draws(self, measure: Measure) -> bool:
        return type(measure).__name__ in self.families

    def _read(self, given: Any) -> Measure:
        """Read a measure; it needs no cutoff here, since it is drawn at all of them."""
        if isinstance(given, Measure):
            return given
        if isinstance(given, type) and issubclass(given, Measure):
            return given()
        try:
            return parse(f"{given}@{1 if self.levels is None else 0.5}")
        except MeasureSyntaxError:
            return parse(given)

    def _ideals(self, source: Source, base: Measure, cutoffs: Sequence[float]) -> Results:
        ideal = type(self._read(self.ideal))
        known = {k: v for k, v in base.settings().items() if k in ideal().settings()}
        asked = [ideal(**known) @ cutoff for cutoff in cutoffs]
        return source.evaluated(asked, preset=None)

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
    "xcg": Line("xCG", ("xCG",), None, "rank", ideal="xCI"),
    "nxcg": Line("nxCG", ("nxCG", "AnxCG"), None, "rank"),
    "epgr": Line("ep", ("ep",), HUNDRED[1:], "gain-recall"),
    "igp": Line("igP", ("igP",), ELEVEN, "generalised recall"),
    "gprecision": Line("gP", ("gP",), None, "rank of documents"),
    "iprecision": Line("iP", ("iP",), HUNDRED, "recall", early=True),
    "effort": Line("NCE", ("NCE", "CE", "ANCE"), None, "rank of documents"),
    "prum": Line("EPRUM", ("EPRUM", "PRUM"), ELEVEN[1:], "recall"),
}


def tau(source: Source, wishes: Wishes) -> Spec:
    """Draw the agreement of measures about the order of the runs."""
    found = correlate(source.results, seed=wishes.seed)
    source.said.extend(found.notes)
    told = f"Kendall's tau over {plural(len(found.runs), 'run')}; bold: p < 0.05"
    return _framed(lab.heat(found), wishes, "Agreement of measures", told)


def insertions(source: Source, wishes: Wishes) -> Spec:
    """Draw means against the number of inserted non-relevant results."""
    found = fidelity(source.assessments(), source.measures, seed=wishes.seed, **source.options)
    source.said.extend(found.notes)
    told = f"mean over {plural(len(found.results.topics), 'topic')}"
    title = "The ideal run with non-relevant results inserted"
    return _framed(lab.insertions(found), wishes, title, told)


def swaps(source: Source, wishes: Wishes) -> Spec:
    """Draw swap rates against the number of topics."""
    told = "share of topic sets that swap two runs; bins of the difference; dashed: fitted"
    return _reliability(source, wishes, lab.swaps, "Swap rate by number of topics", told)


def spread(source: Source, wishes: Wishes) -> Spec:
    """Draw the mean of each run with its least and greatest value over the variants."""
    told = "dot: mean; bar: least to greatest over {variants}"
    return _reliability(source, wishes, lab.spread, "Spread of the runs", told)


def taus(source: Source, wishes: Wishes) -> Spec:
    """Draw the tau of each measure with its least and greatest value over the variants."""
    told = "dot: mean tau with the official ranking; bar: least to greatest over {variants}"
    return _reliability(source, wishes, lab.taus, "How stably each measure ranks the runs", told)


def _reliability(
    source: Source, wishes: Wishes, chart: Callable[[Reliability], Spec], title: str, told: str
) -> Spec:
    found = reliability(_variants(source, wishes), seed=wishes.seed)
    source.said.extend(found.notes)
    words = told.format(variants=plural(found.variants, "variant"))
    return _framed(chart(found), wishes, title, words)


def _variants(source: Source, wishes: Wishes) -> Variants:
    """Take one assessor a topic where topics have several, else resample the topics."""
    if source.runs is not None:
        qrels, runs = source.tables()
        if (assessor_slots(qrels)[1] > 1).any():
            options = dict(source.options)
            return assessor_variants(qrels, runs, source.measures, seed=wishes.seed, **options)
    return topic_variants(source.results, seed=wishes.seed)


def _framed(spec: Spec, wishes: Wishes, title: str, subtitle: str) -> Spec:
    return Frame(wishes.title or title, subtitle, theme=wishes.theme).around(spec)
