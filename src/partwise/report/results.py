"""Results of ``evaluate`` in all the shapes in which a user may want them."""

from __future__ import annotations

from partwise.report import value_rows
from partwise.report.document import Document
from partwise.report.grid import grid, topic_grid
from partwise.report.nav_once import nav_once
from partwise.report.sheets import Sheet
from partwise.tables.results import Results


def document(results: Results, *, per_topic: bool = False) -> Document:
    """Return means, or the values of every topic before them."""

    def sheets(arrow: str) -> list[Sheet]:
        laid: list[Sheet] = []
        for title, block in blocks(results):
            runs = range(len(block.runs)) if per_topic else ()
            laid += [Sheet(title, topic_grid(block, run, arrow=arrow)) for run in runs]
            if not per_topic or len(block.runs) > 1:
                laid.append(Sheet(title, grid(block, arrow=arrow)))
        return laid

    laid = Document(
        json=lambda: results.to_json(per_topic=per_topic),
        sheets=sheets,
        header=value_rows.header(results),
        records=lambda: value_rows.rows(results, per_topic=per_topic),
        notes=results.notes,
        tsv=lambda raw: value_rows.to_tsv(results, per_topic=per_topic, raw=raw),
        others={
            "jsonl": lambda: value_rows.to_jsonl(results, per_topic=per_topic),
            "parquet": lambda: value_rows.to_parquet(results, per_topic=per_topic),
        },
    )
    return nav_once(laid, results.measures, results.options.get("nav"))


def blocks(results: Results) -> list[tuple[str, Results]]:
    """Return the values as the tool of a preset prints them, then ours, under their titles."""
    theirs = [m for m, label in enumerate(results.labels) if label is not None]
    if not theirs:
        return [("", results)]
    ours = [m for m in range(len(results.measures)) if m not in theirs]
    first = results.labels[theirs[0]]
    tool = first.tool if first is not None else None
    title = tool or f"{results.options.get('preset')}, without quirks of its tool"
    found = [(title, results.only(theirs))]
    return [*found, ("partwise", results.only(ours))] if ours else found
