"""Models against observed routes as a table and records."""

from __future__ import annotations

import math

from partwise.lab.navigate.estimate import ModelSurprise, Surprise
from partwise.messages import plural
from partwise.report.document import Document
from partwise.report.escape import Code
from partwise.report.grid import Grid
from partwise.report.lab.sheets import line
from partwise.report.sheets import Sheet, number
from partwise.tables.results import or_none

_HEADER = ("nav", "bits", "perplexity", "difference", "low", "high")


def surprise(found: Surprise) -> Document:
    """Lay out the models, the least surprised first."""

    def sheets(_: str) -> list[Sheet]:
        ordered = sorted(found.models, key=lambda model: model.bits)
        rows = [line(Code(model.nav), _cells(model, found.best)) for model in ordered]
        steps, routes = plural(found.steps, "step"), plural(found.routes, "route")
        title = f"surprise by {steps} of {routes} among {plural(found.places, 'place')}"
        columns = ["bits a step", "perplexity", "more than the best", "95 % interval"]
        return [Sheet(title, Grid("model", columns, rows))]

    return Document(
        json=found.to_json,
        sheets=sheets,
        header=_HEADER,
        records=lambda: map(_record, found.models),
        notes=found.notes,
    )


def _cells(model: ModelSurprise, best: ModelSurprise) -> list[str]:
    shown = [number(model.bits), number(model.perplexity, 2)]
    if model is best:
        return [*shown, "", ""]
    low, high = model.interval
    interval = "-" if math.isnan(low) else f"{number(low)} to {number(high)}"
    return [*shown, number(model.difference), interval]


def _record(model: ModelSurprise) -> tuple[object, ...]:
    ends = map(or_none, model.interval)
    return (model.nav, model.bits, model.perplexity, model.difference, *ends)
