"""Correlations of measures as tables and records."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from partwise.lab.correlate import Correlation
from partwise.report.lab.sheets import line
from partwise.report.results import nav_once
from partwise.report.tables import Code, Document, Grid, Sheet, number, p_value

_HEADER = (
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
        header=_HEADER,
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
