"""Plots of the values of runs: their means, and topic by topic beside a baseline."""

from __future__ import annotations

import numpy as np

from partwise.errors import UsageError
from partwise.report.charts.panels import error_bars
from partwise.report.charts.style import Spec
from partwise.report.charts.topics import Paired, difference_bars, scatter_panels
from partwise.report.data.findings import PRIMARY, Findings
from partwise.report.plots.source import Source, Wishes, topics_of
from partwise.tables.results import or_none

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
