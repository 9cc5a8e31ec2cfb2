"""Agreement of assessors as a table and records."""

from __future__ import annotations

from partwise.lab.agreement import COEFFICIENTS, Agreement, Level
from partwise.report.lab.sheets import line
from partwise.report.tables import Document, Grid, Sheet, number
from partwise.tables.results import or_none

_HEADER = ("level", "tag", "topics", "pairs", *COEFFICIENTS)


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
        header=_HEADER,
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
