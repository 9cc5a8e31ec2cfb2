"""Plots of what is read: the budget, what it buys, and who lost the rest."""

from __future__ import annotations

from typing import Any

from partwise.errors import UsageError
from partwise.losses.culprits import LOST
from partwise.report.charts.curves import SHARE, Axis, Curves, curve_chart
from partwise.report.charts.stacked import stacked_bars
from partwise.report.charts.style import Spec
from partwise.report.data.account import KINDS
from partwise.report.data.findings import Findings
from partwise.report.plots.source import Source, Wishes, coloured, topics_of

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
