"""Correlations of measures as tables and records."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from partwise.cli.delivery import Document
from partwise.cli.lab_sheets import line
from partwise.lab.correlate import Correlation
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet, number

_HEADER = (
    "measure", "other", "tau", "p", "tau_ap", "p_ap", "weighted", "p_weighted", "agree",
)  # fmt: skip


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
        header=_HEADER,
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
        rows.append(line(names[r], cells, marks))
    title = f"Kendall's tau between the rankings of {len(found.runs)} runs"
    return Sheet(title, Grid("", names[:-1], rows))


def _rectangle(found: Correlation, against: Sequence[str]) -> Sheet:
    others = [name for name in found.measures if name not in against]
    rows = []
    for name in others:
        at = [(found.measures.index(a), found.measures.index(name)) for a in against]
        cells = [f"{number(float(found.tau[i]), 3)} ({number(float(found.p[i]), 2)})" for i in at]
        rows.append(line(name, cells, [found.agree(name, a) for a in against]))
    title = f"Kendall's tau (p-value) of {len(found.runs)} runs"
    return Sheet(title, Grid("", list(against), rows))


def _verdicts(found: Correlation, against: Sequence[str]) -> Sheet:
    rows = []
    for other in against:
        for name in found.measures:
            if name not in against:
                agree = found.agree(name, other)
                rows.append(line(name, [other, "yes" if agree else "no"], [False, agree]))
    title = f"agree: tau above {found.bar:g}, p at most {found.alpha:g}"
    return Sheet(title, Grid("measure", ["against", "agree"], rows))
