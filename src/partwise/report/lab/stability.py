"""Stability of the order of runs as tables and records."""

from __future__ import annotations

from collections.abc import Iterator

from partwise.lab.stability import Family, Stability
from partwise.report.lab.sheets import line, percent
from partwise.report.tables import Code, Document, Grid, Sheet, number

MOST_PAIRS = 20
"""Pairs of runs in a table, the least stable ones."""

_HEADER = ("family", "better", "worse", "share")


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
        header=_HEADER,
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
