"""Plots of what the report shows: reading, the budget, losses, means and topics."""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise.errors import UsageError
from partwise.losses.culprits import LOST
from partwise.messages import plural
from partwise.report.charts.curves import SHARE, Axis, Curves, curve_chart
from partwise.report.charts.panels import error_bars
from partwise.report.charts.stacked import stacked_bars
from partwise.report.charts.style import Frame, Spec
from partwise.report.charts.topics import Paired, difference_bars, scatter_panels
from partwise.report.data.account import KINDS
from partwise.report.data.findings import PRIMARY, Findings
from partwise.report.plots.source import Source, Wishes, coloured
from partwise.tables.results import or_none

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
_PANELS = 8
"""Runs that get a panel of their own."""


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
    told = f"mean CharR over {_topics(found)}; dashed: the budget of {spent:,} characters"
    frame = _frame(wishes, "Relevant text found by characters read", told)
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
    frame = _frame(wishes, "Relevant text found by parts read", f"mean CharR over {_topics(found)}")
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
    frame = _frame(wishes, f"What {n:,} characters were spent on", f"over {_topics(found)}")
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
    told = f"mean over {_topics(found)} within {found.material.budget:,} characters"
    frame = _frame(wishes, "Who lost the relevant text", told)
    what = "share of the relevant text"
    colours = dict(zip(keys, frame.palette.losses, strict=True))
    kinds = {_LOST_WORDS.get(key, f"lost: {key}"): colours[key] for key in shown}
    return stacked_bars(found.results.runs, kinds, shares, what=what, frame=frame)


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
    told = f"bars: 95 % bootstrap interval over {_topics(found)}"
    frame = _frame(wishes, "Means", told if len(results.topics) > 1 else "one topic: no intervals")
    return frame.around(error_bars(rows, title=""))


def differences(source: Source, wishes: Wishes) -> Spec:
    """Draw the differences to the baseline, topic by topic."""
    found = source.findings(wishes)
    results, (pairs, cut) = found.results, _pairs(found)
    name, lower = results.measures[PRIMARY], results.better[PRIMARY] == "lower"
    told = f"{name} against {results.runs[found.baseline]}; band: mean and 95 % interval{cut}"
    frame = _frame(wishes, "Differences by topic", told)
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
    frame = _frame(wishes, f"Each run against {results.runs[found.baseline]}", told)
    baseline = results.runs[found.baseline]
    return scatter_panels(pairs, baseline=baseline, reach=reach, frame=frame)


_ROUND = tuple(step * 10**power for power in range(8) for step in (1, 2, 5))
_NO_SPANS = "this kind of plot needs judged spans of text and runs of parts with known lengths"


def _reading(found: Findings) -> dict[str, Any]:
    if found.curve is None:
        raise UsageError(_NO_SPANS)
    return found.curve


def _topics(found: Findings) -> str:
    return plural(len(found.results.topics), "topic")


def _frame(wishes: Wishes, title: str, subtitle: str) -> Frame:
    size = (wishes.width, wishes.height)
    return Frame(wishes.title or title, subtitle, *size, wishes.theme)


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
