"""Results of ``evaluate`` in all the shapes in which a user may want them."""

from __future__ import annotations

from partwise.report import formats
from partwise.report.document import Document
from partwise.report.grid import grid, topic_grid
from partwise.report.nav_once import nav_once
from partwise.report.sheets import Sheet
from partwise.tables.results import Results


def document(results: Results, *, per_topic: bool = False) -> Document:
    """Return means, or the values of every topic before them."""

    def sheets(arrow: str) -> list[Sheet]:
        runs = range(len(results.runs)) if per_topic else ()
        laid = [topic_grid(results, run, arrow=arrow) for run in runs]
        if not per_topic or len(results.runs) > 1:
            laid.append(grid(results, arrow=arrow))
        return [Sheet("", one) for one in laid]

    laid = Document(
        json=lambda: results.to_json(per_topic=per_topic),
        sheets=sheets,
        header=formats.HEADER,
        records=lambda: formats.rows(results, per_topic=per_topic),
        notes=results.notes,
        others={
            "jsonl": lambda: formats.to_jsonl(results, per_topic=per_topic),
            "parquet": lambda: formats.to_parquet(results, per_topic=per_topic),
        },
    )
    return nav_once(laid, results.measures, results.options.get("nav"))
