"""Tables and records of the lab."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from partwise.lab.agreement import COEFFICIENTS, Agreement, Level
from partwise.lab.correlate import Correlation
from partwise.lab.fidelity import VERDICTS, Fidelity, Kept
from partwise.lab.reliability import MeasureReliability, Needed, Reliability
from partwise.lab.reliability_criteria import LEAST
from partwise.lab.stability import Family, Stability
from partwise.messages import plural
from partwise.report.results import nav_once
from partwise.report.tables import Code, Document, Grid, Sheet, number, p_value
from partwise.tables.results import or_none

Line = tuple[str, list[str], list[bool]]


def line(name: str, cells: Sequence[str], marks: Sequence[bool] = ()) -> Line:
    """Return a row of a table; marked cells stand out."""
    return name, list(cells), list(marks) or [False] * len(cells)


def percent(share: float, digits: int = 2) -> str:
    """Write a share for people; ``-`` where it is undefined."""
    return "-" if math.isnan(share) else f"{100 * share:.{digits}f} %"


_AGREEMENT_HEADER = ("level", "tag", "topics", "pairs", *COEFFICIENTS)


def agreement(found: Agreement) -> Document:
    """Lay out how far assessors agree, level by level."""
    columns = ["topics", "pairs", "Jaccard", "kappa", "alpha"]

    def sheets(_: str) -> list[Sheet]:
        rows = [line(_name(level), _cells(level)) for level in found.levels]
        title = f"agreement of {', '.join(found.assessors[:6])}"
        title += f" and {len(found.assessors) - 6} more" if len(found.assessors) > 6 else ""
        return [Sheet(title, Grid("level", columns, rows))]

    return Document(
        json=found.to_json,
        sheets=sheets,
        header=_AGREEMENT_HEADER,
        records=lambda: (_record(level) for level in found.levels),
        notes=found.notes,
    )


def _name(level: Level) -> str:
    return level.level if level.tag is None else f"  {level.tag}"


def _cells(level: Level) -> list[str]:
    counts = [str(level.topics), str(level.pairs)]
    return [*counts, *(number(getattr(level, name)) for name in COEFFICIENTS)]


def _record(level: Level) -> tuple[object, ...]:
    coefficients = (or_none(getattr(level, name)) for name in COEFFICIENTS)
    return (level.level, level.tag, level.topics, level.pairs, *coefficients)


MOST_PAIRS = 20
"""Pairs of runs in a table, the least stable ones."""

_STABILITY_HEADER = ("family", "better", "worse", "share")


def stability(found: Stability) -> Document:
    """Lay out how far the order of runs depends on the model."""

    def sheets(_: str) -> list[Sheet]:
        return [sheet for family in found.families for sheet in (_models(family), _pairs(family))]

    def records() -> Iterator[tuple[object, ...]]:
        for family in found.families:
            for order in family.orders:
                yield family.name, order.better, order.worse, order.share

    return Document(
        json=found.to_json,
        sheets=sheets,
        header=_STABILITY_HEADER,
        records=records,
        sentences=tuple(map(_sentence, found.families)),
        notes=found.notes,
    )


def _models(family: Family) -> Sheet:
    n = len(family.measures)
    columns = ["best", *(str(i + 1) for i in range(n))]
    rows = []
    for i, measure in enumerate(family.measures):
        taus = [number(float(family.tau[i, j]), 3) if j < i else "" for j in range(n)]
        rows.append(line(Code(f"{i + 1} {measure}"), [", ".join(family.winners[i]) or "-", *taus]))
    return Sheet("Kendall's tau between the models, and the best run", Grid("", columns, rows))


def _pairs(family: Family) -> Sheet:
    shown = family.orders[:MOST_PAIRS]
    rows = []
    for order in shown:
        sign = ">" if order.share else "="
        share = percent(order.share, 0) if order.share else "never told apart"
        rows.append(line(f"{order.better} {sign} {order.worse}", [share]))
    more = len(family.orders) - len(shown)
    title = "share of the models in which the order holds"
    return Sheet(title + (f" ({more} more pairs are steadier)" if more else ""),
                 Grid("order", ["models"], rows))  # fmt: skip


def _sentence(family: Family) -> str:
    first, *others = family.winners
    same = all(winners == first for winners in others)
    who = f"{', '.join(first)} best under every model" if same else "the best run changes"
    return f"{family.name}: least tau {number(family.least, 3)}; {who}."


_RELIABILITY_HEADER = ("what", "measure", "run", "size", "low", "high", "value", "pairs")


def reliability(found: Reliability) -> Document:
    """Lay out stability, spread, swap rates and needed differences."""

    def sheets(_: str) -> list[Sheet]:
        out = [_stability(found), _spread(found)]
        out += [_swaps(row) for row in found.measures if row.swaps is not None]
        return [*out, _needed(found)]

    laid = Document(
        json=found.to_json,
        sheets=sheets,
        header=_RELIABILITY_HEADER,
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
        yield (what, *(row.get(name) for name in _RELIABILITY_HEADER[1:]))


_FIDELITY_HEADER = (
    "better", "worse", "measure", "difference", "wins", "equal", "losses", "p", "verdict",
)  # fmt: skip


def fidelity(found: Fidelity, *, per_order: bool = False) -> Document:
    """Lay out expected orders, insertions, and how many orders each measure keeps.

    Parameters
    ----------
    found : Fidelity
        What simulated runs say.
    per_order : bool
        A table of its own for each measure, with counts of topics and p-values.
    """

    def sheets(_: str) -> list[Sheet]:
        measures = found.results.measures
        out = [_block(found, m) for m in measures] if per_order else [_differences(found)]
        out += [_insertions(found, where) for where in ("between", "before")]
        return [*out, _adversaries(found), _summary(found)]

    laid = Document(
        json=found.to_json,
        sheets=sheets,
        header=_FIDELITY_HEADER,
        records=lambda: (tuple(kept.to_dict().values()) for kept in found.expectations),
        notes=(*found.notes, *found.results.notes),
    )
    return nav_once(laid, found.results.measures, found.results.options.get("nav"))


def _differences(found: Fidelity) -> Sheet:
    """All measures side by side."""
    measures = found.results.measures
    rows = []
    for name, kept in _by_order(found).items():
        cells = [_mean_difference(kept[m]) for m in measures]
        rows.append(line(name, cells, [kept[m].losses > 0 for m in measures]))
    title = "mean difference (=: equal on every topic; <: the better run is worse on some topic)"
    return Sheet(title, Grid("expected order", list(map(Code, measures)), rows))


def _mean_difference(kept: Kept) -> str:
    if kept.verdict == "blind":
        return "="
    return f"{'< ' if kept.losses else ''}{number(kept.difference, sign=True)}"


def _by_order(found: Fidelity) -> dict[str, dict[str, Kept]]:
    expected: dict[str, dict[str, Kept]] = {}
    for kept in found.expectations:
        expected.setdefault(f"{kept.better} > {kept.worse}", {})[kept.measure] = kept
    return expected


def _block(found: Fidelity, measure: str) -> Sheet:
    columns = ["difference", ">", "==", "<", "p"]
    rows = []
    for kept in found.expectations:
        if kept.measure == measure:
            counts = [str(kept.wins), str(kept.equal), str(kept.losses)]
            p = "==" if kept.verdict == "blind" else p_value(kept.p)
            cells = [number(kept.difference, sign=True), *counts, p]
            marks = [False, False, False, kept.losses > 0, False]
            rows.append(line(f"{kept.better} > {kept.worse}", cells, marks))
    return Sheet(measure, Grid("expected order", columns, rows))


def _insertions(found: Fidelity, where: str) -> Sheet:
    points = [point for point in found.points if point.where == where]
    columns = list(dict.fromkeys(point.measure for point in points))
    rows = []
    for count in sorted({point.count for point in points}):
        value = {p.measure: p.mean for p in points if p.count == count}
        rows.append(line(str(count), [number(value[m]) for m in columns]))
    said = "between the first two results" if where == "between" else "before the first result"
    return Sheet(
        f"non-relevant results inserted {said}", Grid("inserted", list(map(Code, columns)), rows)
    )


def _adversaries(found: Fidelity) -> Sheet:
    """Show what each measure makes of runs that were made to deceive it."""
    adversaries = {kept.worse: "" for kept in found.expectations if kept.adversary}
    rows = []
    for measure in found.results.measures:
        mine = {k.worse: k.verdict or "-" for k in found.expectations if k.measure == measure}
        marks = [mine[name] in ("mixed", "violated") for name in adversaries]
        rows.append(line(Code(measure), [mine[name] for name in adversaries], marks))
    title = "the assessed passages (S-R) before runs made to deceive"
    return Sheet(title, Grid("measure", list(adversaries), rows if adversaries else []))


def _summary(found: Fidelity) -> Sheet:
    columns = [*VERDICTS, "orders", "told apart"]
    rows = []
    for row in found.summary():
        told = math.nan if row["told_apart"] is None else row["told_apart"]
        counts = [str(row[name]) for name in columns[:-1]]
        marks = [name in ("mixed", "violated") and row[name] > 0 for name in columns[:-1]]
        rows.append(line(Code(row["measure"]), [*counts, percent(told, 1)], [*marks, False]))
    return Sheet("expected orders", Grid("measure", columns, rows))


_CORRELATION_HEADER = (
    "measure", "other", "tau", "p", "tau_ap", "p_ap", "weighted", "p_weighted", "agree",
)  # fmt: skip


def correlation(found: Correlation, against: Sequence[str] = ()) -> Document:
    """Lay out correlations: a triangle, or rows against columns with p-values."""

    def sheets(arrow: str) -> list[Sheet]:
        shown = {m: Code(f"{m} {arrow}" if m in found.lower else m) for m in found.measures}
        if against:
            return [_rectangle(found, against, shown), _verdicts(found, against, shown)]
        return [_triangle(found, shown)]

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

    sentence = found.too_few or ("" if against else _agreement(found))
    laid = Document(
        json=found.to_json,
        sheets=sheets,
        header=_CORRELATION_HEADER,
        records=records,
        sentences=(sentence,) if sentence else (),
        notes=found.notes,
    )
    return nav_once(laid, found.measures, found.nav)


def _agreement(found: Correlation) -> str:
    said = f"tau above {found.bar:g} with p at most {found.alpha:g}"
    agreeing = [f"{a} and {b}" for a, b in found.agreeing]
    return f"Agree ({said}): {', '.join(agreeing)}." if agreeing else f"No two agree ({said})."


def _triangle(found: Correlation, shown: dict[str, Code]) -> Sheet:
    names = list(found.measures)
    rows = []
    for r in range(1, len(names)):
        cells = [number(float(found.tau[r, c]), 3) if c < r else "" for c in range(len(names) - 1)]
        marks = [c < r and bool(found.agree(names[r], names[c])) for c in range(len(names) - 1)]
        rows.append(line(shown[names[r]], cells, marks))
    title = f"Kendall's tau between the rankings of {len(found.runs)} runs"
    return Sheet(title, Grid("", [shown[name] for name in names[:-1]], rows))


def _rectangle(found: Correlation, against: Sequence[str], shown: dict[str, Code]) -> Sheet:
    rows = []
    for name in _others(found, against):
        at = [(found.measures.index(a), found.measures.index(name)) for a in against]
        cells = [f"{number(float(found.tau[i]), 3)} ({p_value(float(found.p[i]))})" for i in at]
        rows.append(line(shown[name], cells, [bool(found.agree(name, a)) for a in against]))
    title = f"Kendall's tau (p-value) of {len(found.runs)} runs"
    return Sheet(title, Grid("", [shown[name] for name in against], rows))


def _verdicts(found: Correlation, against: Sequence[str], shown: dict[str, Code]) -> Sheet:
    words = {True: "yes", False: "no", None: "-"}
    rows = []
    for other in against:
        for name in _others(found, against):
            agree = found.agree(name, other)
            rows.append(line(shown[name], [shown[other], words[agree]], [False, bool(agree)]))
    title = f"agree: tau above {found.bar:g}, p at most {found.alpha:g}"
    return Sheet(title, Grid("measure", ["against", "agree"], rows))


def _others(found: Correlation, against: Sequence[str]) -> list[str]:
    return [name for name in found.measures if name not in against]
