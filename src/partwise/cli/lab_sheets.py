"""What the lab finds, as tables and records."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from partwise.cli.delivery import Document
from partwise.lab.correlate import Correlation
from partwise.lab.fidelity import Fidelity
from partwise.lab.reliability_data import MeasureReliability, Reliability
from partwise.lab.swaps import LEAST
from partwise.messages import plural
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet, number, p_value

_BINS = 12
"""Bins of differences that the table of swap rates shows, as in Kazai and Lalmas (2006)."""

_CORRELATION = (
    "measure", "other", "tau", "p", "tau_ap", "p_ap", "weighted", "p_weighted", "agree",
)  # fmt: skip

_RELIABILITY = ("what", "measure", "run", "size", "low", "high", "value", "pairs")

Line = tuple[str, list[str], list[bool]]


def _line(name: str, cells: Sequence[str], marks: Sequence[bool] = ()) -> Line:
    return name, list(cells), list(marks) or [False] * len(cells)


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.2f} %"


# -- correlation -----------------------------------------------------------------------------


def correlation(found: Correlation, against: Sequence[str] = ()) -> Document:
    """Lay out correlations: a triangle, or rows against columns with p-values."""

    def sheets(_: str) -> list[Sheet]:
        if against:
            return [_rectangle(found, against), _verdicts(found, against)]
        return [_triangle(found)]

    pairs = list(itertools.combinations(range(len(found.measures)), 2))

    def records() -> Iterator[Sequence[object]]:
        for a, b in pairs:
            names = found.measures[a], found.measures[b]
            tables = (
                found.tau,
                found.p,
                found.tau_ap,
                found.p_ap,
                found.weighted,
                found.p_weighted,
            )
            yield (*names, *(float(t[a, b]) for t in tables), found.agree(*names))

    agreeing = [f"{a} and {b}" for a, b in found.agreeing]
    said = f"tau above {found.bar:g} with p at most {found.alpha:g}"
    sentence = f"Agree ({said}): {', '.join(agreeing)}." if agreeing else f"No two agree ({said})."
    return Document(
        json=found.to_json,
        sheets=sheets,
        header=_CORRELATION,
        records=records,
        sentences=() if against else (sentence,),
        notes=found.notes,
    )


def _triangle(found: Correlation) -> Sheet:
    names = list(found.measures)
    rows = []
    for r in range(1, len(names)):
        cells = [number(float(found.tau[r, c]), 3) if c < r else "" for c in range(len(names) - 1)]
        marks = [c < r and found.agree(names[r], names[c]) for c in range(len(names) - 1)]
        rows.append(_line(names[r], cells, marks))
    title = f"Kendall's tau between the rankings of {len(found.runs)} runs"
    return Sheet(title, Grid("", names[:-1], rows))


def _rectangle(found: Correlation, against: Sequence[str]) -> Sheet:
    others = [name for name in found.measures if name not in against]
    rows = []
    for name in others:
        at = [(found.measures.index(a), found.measures.index(name)) for a in against]
        cells = [f"{number(float(found.tau[i]), 3)} ({number(float(found.p[i]), 2)})" for i in at]
        rows.append(_line(name, cells, [found.agree(name, a) for a in against]))
    title = f"Kendall's tau (p-value) of {len(found.runs)} runs"
    return Sheet(title, Grid("", list(against), rows))


def _verdicts(found: Correlation, against: Sequence[str]) -> Sheet:
    rows = []
    for other in against:
        for name in found.measures:
            if name not in against:
                agree = found.agree(name, other)
                rows.append(_line(name, [other, "yes" if agree else "no"], [False, agree]))
    title = f"agree: tau above {found.bar:g}, p at most {found.alpha:g}"
    return Sheet(title, Grid("measure", ["against", "agree"], rows))


# -- fidelity --------------------------------------------------------------------------------


def fidelity(found: Fidelity) -> Document:
    """Lay out expected orders, insertions, and how many orders each measure keeps."""

    def sheets(_: str) -> list[Sheet]:
        out = [_orders(found, measure) for measure in found.results.measures]
        out += [_insertions(found, where) for where in ("between", "before")]
        columns = ["on every topic", "on average", "orders"]
        rows = [
            _line(measure, [str(every), str(usual), str(n)])
            for measure, every, usual, n in found.summary()
        ]
        return [*out, Sheet("expected orders kept", Grid("measure", columns, rows))]

    return Document(
        json=found.to_json,
        sheets=sheets,
        header=("better", "worse", "measure", "difference", "wins", "equal", "losses", "p"),
        records=lambda: (tuple(kept.to_dict().values()) for kept in found.orders),
        notes=(*found.results.notes, *found.notes),
    )


def _orders(found: Fidelity, measure: str) -> Sheet:
    columns = ["difference", ">", "==", "<", "p"]
    rows = []
    for kept in found.orders:
        if kept.measure == measure:
            counts = [str(kept.wins), str(kept.equal), str(kept.losses)]
            cells = [number(kept.difference, sign=True), *counts, p_value(kept.p)]
            marks = [False, False, False, kept.losses > 0, False]
            rows.append(_line(f"{kept.better} > {kept.worse}", cells, marks))
    return Sheet(measure, Grid("expected order", columns, rows))


def _insertions(found: Fidelity, where: str) -> Sheet:
    points = [point for point in found.points if point.where == where]
    columns = list(dict.fromkeys(point.measure for point in points))
    rows = []
    for count in sorted({point.count for point in points}):
        value = {p.measure: p.mean for p in points if p.count == count}
        rows.append(_line(str(count), [number(value[m]) for m in columns]))
    said = "between the first two results" if where == "between" else "before the first result"
    return Sheet(f"non-relevant results inserted {said}", Grid("inserted", columns, rows))


# -- reliability -----------------------------------------------------------------------------


def reliability(found: Reliability) -> Document:
    """Lay out stability, spread, swap rates and needed differences."""

    def sheets(_: str) -> list[Sheet]:
        out = [_stability(found), _spread(found)]
        out += [_swaps(row) for row in found.measures if row.swaps is not None]
        return [*out, _needed(found)]

    return Document(
        json=found.to_json,
        sheets=sheets,
        header=_RELIABILITY,
        records=lambda: _records(found),
        notes=found.notes,
    )


def _stability(found: Reliability) -> Sheet:
    columns = ["tau", "least", "greatest", "error rate", "ties", "power"]
    rows = []
    for row in found.measures:
        cells = [number(x) for x in row.tau]
        cells += [_percent(row.decisions.error_rate), _percent(row.decisions.ties)]
        cells.append("-" if row.power is None else _percent(row.power.power))
        rows.append(_line(row.measure, cells))
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
        rows.append(_line(run, cells))
    columns = [row.measure for row in found.measures]
    return Sheet("mean [least, greatest] over the variants", Grid("run", columns, rows))


def _swaps(row: MeasureReliability) -> Sheet:
    swaps = row.swaps
    if swaps is None:
        return Sheet("", Grid("topics", [], []))
    edges = swaps.edges[:_BINS]
    columns = [f">={edge:g}" for edge in edges]
    rows = []
    for s, size in enumerate(swaps.sizes):
        pairs = zip(swaps.rates[s, : len(edges)], swaps.pairs[s], strict=False)
        rows.append(_line(str(size), [_rate(float(rate), int(n)) for rate, n in pairs]))
    rows += [
        _line(f"{size} (fitted)", [number(float(x), 3) for x in row.beyond_rates[s, : len(edges)]])
        for s, size in enumerate(row.beyond)
    ]
    title = f"{row.measure}: swap rate by topic-set size and difference"
    return Sheet(title, Grid("topics", columns, rows))


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
            cells.append(f"{need[0].difference:g}" if need and need[0].difference >= 0 else "-")
        rows.append(_line(f"{size} (fitted)" if fitted else str(size), cells))
    title = f"difference needed for {100 * found.error:g} % error"
    return Sheet(title, Grid("topics", [row.measure for row in measures], rows))


def _records(found: Reliability) -> Iterator[Sequence[object]]:
    saved = found.to_dict()
    flat: list[tuple[str, dict[str, Any]]] = []
    for what in ("mean", "min", "max", "official"):
        flat += [(what, {**row, "value": row[what]}) for row in saved["runs"]]
    for what in ("mean", "min", "max"):
        flat += [(f"tau {what}", {**row, "value": row[what]}) for row in saved["tau"]]
    for what in ("error_rate", "ties"):
        flat += [(what, {"measure": m, "value": x}) for m, x in saved[what].items()]
    for what, name in (("swaps", "rate"), ("extrapolated", "rate"), ("needed", "difference")):
        flat += [(what, {**row, "value": row[name]}) for row in saved[what]]
    flat += [("power", {**row, "value": row["power"]}) for row in saved["power"]]
    for what, row in flat:
        yield (what, *(row.get(name) for name in _RELIABILITY[1:]))
