"""Reliability of measures as tables and records."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from partwise.lab.reliability.data import MeasureReliability, Needed, Reliability
from partwise.lab.reliability.swaps import LEAST
from partwise.messages import plural
from partwise.report.lab.sheets import line, percent
from partwise.report.results import nav_once
from partwise.report.tables import Code, Document, Grid, Sheet, number

_HEADER = ("what", "measure", "run", "size", "low", "high", "value", "pairs")


def reliability(found: Reliability) -> Document:
    """Lay out stability, spread, swap rates and needed differences."""

    def sheets(_: str) -> list[Sheet]:
        out = [_stability(found), _spread(found)]
        out += [_swaps(row) for row in found.measures if row.swaps is not None]
        return [*out, _needed(found)]

    laid = Document(
        json=found.to_json,
        sheets=sheets,
        header=_HEADER,
        records=lambda: _records(found),
        notes=found.notes,
    )
    return nav_once(laid, [row.measure for row in found.measures], found.nav)


def _stability(found: Reliability) -> Sheet:
    columns = ["tau", "least", "greatest", "error rate", "ties", "power"]
    rows = []
    for row in found.measures:
        cells = [number(x) for x in row.tau]
        cells += [percent(row.decisions.error_rate), percent(row.decisions.ties)]
        cells.append("-" if row.power is None else percent(row.power.power))
        rows.append(line(Code(row.measure), cells))
    others = max((row.taus.size for row in found.measures), default=found.variants)
    noun = "variant" if others == found.variants else "other variant"
    title = f"{plural(others, noun)} against the official ranking"
    return Sheet(title, Grid("measure", columns, rows))


def _spread(found: Reliability) -> Sheet:
    rows = []
    for r, run in enumerate(found.runs):
        cells = []
        for row in found.measures:
            middle, low, high = (number(float(x)) for x in row.spread[:, r])
            cells.append(f"{middle} [{low}, {high}]")
        rows.append(line(run, cells))
    columns = [row.measure for row in found.measures]
    return Sheet("mean [least, greatest] over the variants", Grid("run", columns, rows))


def _swaps(row: MeasureReliability) -> Sheet:
    swaps = row.swaps
    if swaps is None:
        return Sheet("", Grid("topics", [], []))
    bins = np.flatnonzero(swaps.shown)
    rows = []
    for s, size in enumerate(swaps.sizes):
        pairs = zip(swaps.rates[s, bins], swaps.pairs[s, bins], strict=True)
        rows.append(line(str(size), [_rate(float(rate), int(n)) for rate, n in pairs]))
    rows += [
        line(f"{size} (fitted)", [number(float(x), 3) for x in row.beyond_rates[s, bins]])
        for s, size in enumerate(row.beyond)
    ]
    title = f"{row.measure}: swap rate by topic-set size and difference"
    if left_out := len(swaps.edges) - bins.size:
        few = plural(left_out, "bin")
        title += f" ({few} with fewer than {LEAST} comparisons at every size left out)"
    return Sheet(title, Grid("topics", [f">={swaps.edges[b]:g}" for b in bins], rows))


def _rate(rate: float, pairs: int) -> str:
    """Write a rate; in brackets where it rests on too few comparisons to say anything."""
    return number(rate, 3) if pairs >= LEAST or pairs == 0 else f"({number(rate, 3)})"


def _needed(found: Reliability) -> Sheet:
    measures = [row for row in found.measures if row.needed]
    sizes = sorted({(n.size, n.extrapolated) for row in measures for n in row.needed})
    rows = []
    for size, fitted in sizes:
        cells = []
        for row in measures:
            need = [n for n in row.needed if (n.size, n.extrapolated) == (size, fitted)]
            cells.append(_difference(need[0]) if need else "-")
        rows.append(line(f"{size} (fitted)" if fitted else str(size), cells))
    title = f"difference needed for {100 * found.error:g} % error"
    return Sheet(title, Grid("topics", [row.measure for row in measures], rows))


def _difference(need: Needed) -> str:
    if math.isnan(need.difference):
        return "-"
    return f"{'<=' if need.bound else ''}{need.difference:g}"


def _records(found: Reliability) -> Iterator[Sequence[object]]:
    saved = found.to_dict()
    flat: list[tuple[str, dict[str, Any]]] = []
    for what in ("mean", "min", "max", "official"):
        flat += [(what, {**row, "value": row[what]}) for row in saved["runs"]]
    for what in ("mean", "min", "max"):
        flat += [(f"tau {what}", {**row, "value": row[what]}) for row in saved["tau"]]
    for what in ("error_rate", "ties"):
        flat += [(what, {"measure": m, "value": x}) for m, x in saved[what].items()]
    for what in ("swaps", "extrapolated"):
        flat += [(what, {**row, "value": row["rate"]}) for row in saved[what]]
    for row in saved["needed"]:
        flat.append(("needed <=" if row["bound"] else "needed", {**row, "value": row["needed"]}))
    flat += [("power", {**row, "value": row["power"]}) for row in saved["power"]]
    for what, row in flat:
        yield (what, *(row.get(name) for name in _HEADER[1:]))
