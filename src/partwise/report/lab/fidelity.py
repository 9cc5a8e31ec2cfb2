"""Fidelity of measures as tables and records."""

from __future__ import annotations

import math

from partwise.lab.fidelity import VERDICTS, Fidelity, Kept
from partwise.report.lab.sheets import line, percent
from partwise.report.results import nav_once
from partwise.report.tables import Code, Document, Grid, Sheet, number, p_value

_HEADER = (
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
        header=_HEADER,
        records=lambda: (tuple(kept.to_dict().values()) for kept in found.expectations),
        notes=(*found.notes, *found.results.notes),
    )
    return nav_once(laid, found.results.measures, found.results.options.get("nav"))


def _differences(found: Fidelity) -> Sheet:
    """All measures side by side."""
    measures = found.results.measures
    rows = []
    for name, kept in _by_order(found).items():
        cells = [_difference(kept[m]) for m in measures]
        rows.append(line(name, cells, [kept[m].losses > 0 for m in measures]))
    title = "mean difference (=: equal on every topic; <: the better run is worse on some topic)"
    return Sheet(title, Grid("expected order", list(map(Code, measures)), rows))


def _difference(kept: Kept) -> str:
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
