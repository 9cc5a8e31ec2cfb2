"""Charts of what the lab finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from partwise.cli.delivery import IMAGES
from partwise.lab.correlate import Correlation
from partwise.lab.fidelity import Fidelity
from partwise.lab.reliability_data import Reliability
from partwise.lab.swaps import LEAST
from partwise.report.heatmap import curves, drawn, error_bars, heat_map
from partwise.tables.atomic import write_bytes

_BINS = 12


def save(spec: dict[str, Any], target: str) -> None:
    """Draw a chart into a file."""
    write_bytes(target, drawn(spec, target))


def drawings(chart: Callable[[], dict[str, Any]]) -> dict[str, Callable[[], bytes]]:
    """Return a chart as content in every image format, drawn when it is asked for."""
    return {kind: partial(_drawn, chart, kind) for kind in IMAGES}


def _drawn(chart: Callable[[], dict[str, Any]], kind: str) -> bytes:
    return drawn(chart(), f"chart.{kind}")


def heat(found: Correlation) -> dict[str, Any]:
    """Return the heat map of Kendall's tau."""
    return heat_map(found.measures, found.to_dict()["tau"])


def insertions(found: Fidelity) -> dict[str, Any]:
    """Return means against the number of inserted non-relevant results."""
    rows = found.to_dict()["insertions"]
    titles = {"count": "non-relevant results", "mean": "mean", "where": "inserted"}
    spec = curves(rows, x="count", y="mean", by="where", titles=titles)
    axis = spec["spec"]["layer"][0]["encoding"]["x"]
    axis["scale"] = {"type": "symlog"}  # counts run from 0 to 1000
    return spec


def swaps(found: Reliability) -> dict[str, Any]:
    """Return swap rates against topic-set size, or the spread where there are none.

    Rates of fewer than `LEAST` comparisons are noise and left out.
    """
    saved = found.to_dict()
    shown = {row.measure: set(row.swaps.edges[:_BINS]) for row in found.measures if row.swaps}
    rows = [
        {**row, "difference": f"{row['low']:g}", "kind": kind}
        for kind, name in (("counted", "swaps"), ("fitted", "extrapolated"))
        for row in saved[name]
        if row["low"] in shown[row["measure"]] and row.get("pairs", LEAST) >= LEAST
    ]
    if not any(row["rate"] is not None for row in rows):
        return spread(found)
    titles = {
        "size": "topics",
        "rate": "swap rate",
        "difference": "difference from",
        "kind": "rate",
    }
    return curves(
        rows, x="size", y="rate", by="difference", titles=titles, dash="kind", ordered=True
    )


def spread(found: Reliability) -> dict[str, Any]:
    """Return the mean of each run with its least and greatest value over the variants."""
    return error_bars([row for row in found.to_dict()["runs"] if row["mean"] is not None])
