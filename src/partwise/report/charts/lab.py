"""Charts of what the lab finds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from partwise.lab.correlate import Correlation
from partwise.lab.fidelity import Fidelity
from partwise.lab.reliability.data import MeasureReliability, Reliability
from partwise.lab.reliability.swaps import LEAST
from partwise.messages import plural
from partwise.report.charts.heat_map import heat_map
from partwise.report.charts.panels import error_bars, insertion_curves, swap_curves

_CURVES = 6
"""Differences that the chart of swap rates shows unless all are asked for."""

_PLACES = {"between": "after the first result", "before": "before the first result"}


def heat(found: Correlation) -> dict[str, Any]:
    """Return the heat map of Kendall's tau."""
    title = f"agreement of measures about {plural(len(found.runs), 'run')}"
    return heat_map(
        found.measures, found.to_dict()["tau"], title=title, bold=(found.p < found.alpha).tolist()
    )


def insertions(found: Fidelity) -> dict[str, Any]:
    """Return means against the number of inserted non-relevant results."""
    rows = [row | {"where": _PLACES[row["where"]]} for row in found.to_dict()["insertions"]]
    return insertion_curves(rows, title="the ideal run with non-relevant results inserted")


def swaps(found: Reliability, *, all_bins: bool = False) -> dict[str, Any]:
    """Return swap rates against topic-set size, or the spread where there are none.

    Rates of fewer than `LEAST` comparisons are noise and left out, as are bins that hold so few
    at every size. Of the others six are drawn, those with rates at most sizes.
    """
    saved = found.to_dict()
    shown = {row.measure: _shown(row, all_bins=all_bins) for row in found.measures}
    rows = [
        {**row, "kind": kind}
        for kind, name in (("counted", "swaps"), ("fitted", "extrapolated"))
        for row in saved[name]
        if row["low"] in shown[row["measure"]] and row.get("pairs", LEAST) >= LEAST
    ]
    if not any(row["rate"] is not None for row in rows):
        return spread(found)
    return swap_curves(rows)


def _shown(row: MeasureReliability, *, all_bins: bool) -> set[float]:
    if row.swaps is None:
        return set()
    bins = np.flatnonzero(row.swaps.shown)
    if not all_bins:
        sizes = (row.swaps.pairs >= LEAST).sum(axis=0)[bins]
        bins = bins[np.argsort(-sizes, kind="stable")[:_CURVES]]
    return {row.swaps.edges[at] for at in bins.tolist()}


def spread(found: Reliability) -> dict[str, Any]:
    """Return the mean of each run with its least and greatest value over the variants."""
    title = f"mean, least and greatest over {plural(found.variants, 'variant')}"
    rows = [row for row in found.to_dict()["runs"] if row["mean"] is not None]
    return error_bars(rows, title=title)


def taus(found: Reliability) -> dict[str, Any]:
    """Return the mean tau of each measure with its least and greatest value over the variants."""
    others = max((row.taus.size for row in found.measures), default=0)
    title = f"mean, least and greatest tau over {plural(others, 'variant')}"
    rows = [
        {**row, "run": row["measure"], "measure": "tau with the official ranking"}
        for row in found.to_dict()["tau"]
        if row["mean"] is not None
    ]
    least = min((row["min"] for row in rows), default=1.0)
    return error_bars(rows, title=title, domain=(min(0.9, math.floor(10 * least) / 10), 1.0))
