"""Our own tables: from columns of any file to Run, Qrels, Lengths and Inventory.

TSV and CSV come from the byte reader, JSON lines from a JSON decoder and Parquet from polars; all
end in a `Table`, so every check and every message is here once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.files.parsing.columns import Options, run_name
from partwise.files.parsing.duplicates import refuse_two_numbers
from partwise.files.parsing.element_paths import split_ranges
from partwise.files.parsing.notes import fractions
from partwise.files.parsing.rows import answered_topics, named_by_id, placed_rows
from partwise.files.parsing.table import Table
from partwise.messages import Note, plural
from partwise.tables.columns import Coded, used_names
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.missing import is_empty, relevant
from partwise.tables.qrels import Qrels
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.run_names import several_runs
from partwise.tables.schema import our_names
from partwise.tables.text_lengths import other_lengths


def run_of(table: Table, options: Options) -> Run:
    """Build a run from a table."""
    table.need("topic")
    table = named_by_id(answered_topics(table), by_id=options.by_id)
    if table.size or "doc" in table.texts:
        table.need("doc")
    table = placed_rows(table, "run", options.missing, by_id=options.by_id)
    start, end = table.spans(run=True)
    element, tree = table.text("element"), table.text("tree")
    score, rank, tokens = table.real("score"), table.whole("rank"), table.whole("tokens")
    distance = table.real("distance")
    scores = table.given("score", score, np.isnan(score))
    ranks = table.given("rank", rank, rank == -1)
    distances = table.given("distance", distance, np.isnan(distance))
    table.problems.refuse()
    topic, doc = table.text("topic"), used_names(table.text("doc"))
    element, last = split_ranges(element)
    labels = table.text("run")
    name, tags = run_name(labels, table.source)
    said = several_runs(labels.names.tolist(), name)
    unlike = other_lengths(table.extra, start, end, table.lines.words)
    return Run(
        name=name,
        **text_columns(topic=topic, doc=doc, element=element, tree=tree),
        start=start,
        end=end,
        last=last,
        tokens=None if (tokens < 0).all() else tokens,
        score=scores,
        rank=ranks,
        distance=distances,
        extra={**table.extra, **tags},
        source=table.source.name,
        notes=(*table.notes, *_ordering(table), *said, *unlike),
        format=table.format,
        missing=options.missing,
        columns=options.columns,
        lines=table.lines,
    )


def _ordering(table: Table) -> list[Note]:
    """Say what ranks a run where that is not obvious."""
    score, distance = _has(table, "score"), _has(table, "distance")
    if distance and (score or "rank" in table.wholes):
        first = "score" if score else "rank"
        return [Note(f"both {first} and distance: {first} orders the run")]
    if distance:
        return [Note("ordered by distance, smallest first")]
    if score or "rank" in table.wholes or not table.size:
        return []
    return [Note(f"no score and no rank: ranked by {table.lines.unit}")]


def _has(table: Table, name: str) -> bool:
    """Tell whether a column of numbers is there and has any: one of empty cells orders nothing."""
    return name in table.reals and not bool(np.isnan(table.reals[name]).all())


def qrels_of(table: Table, options: Options) -> Qrels:
    """Build assessments from a table."""
    _refuse_run(table, options)
    table = answered_topics(table, judged=True)
    listed = table.text("doc").codes < 0
    table = named_by_id(table, by_id=options.by_id)
    if table.size or "doc" in table.texts or "topic" not in table.texts:
        table.need("topic", "doc")
    table = _graded(table, listed, options)
    table = placed_rows(table, "qrels", options.missing, by_id=options.by_id)
    start, end = table.spans(run=False)
    element, tree = table.text("element"), table.text("tree")
    topic, assessor = table.text("topic"), table.text("assessor")
    doc = used_names(table.text("doc"))
    reals: dict[str, Any] = {name: table.real(name) for name in ("grade", "e", "s")}
    grade, e, s = reals.values()
    placed = (start != -1) | (end != -1) | (element.codes >= 0) | (tree.codes >= 0)
    if options.missing != "error" or table.unplaced("qrels") is None:  # else they were named above
        _refuse_bare(table, ~placed & np.isnan(grade) & np.isnan(e) & (doc.codes >= 0), doc)
    bep, length = table.whole("bep"), table.whole("length")
    refuse_two_numbers("lengths", length, (doc,), table.lines, table.problems)
    keys = (doc, topic, assessor)
    refuse_two_numbers("best entry points", bep, keys, table.lines, table.problems)
    table.problems.refuse()
    unlike = other_lengths(table.extra, start, end, table.lines.words)
    scale = None
    if not np.isnan(s).all():
        scale = "share" if "s" in table.decimal else "grade"
    return Qrels(
        **text_columns(topic=topic, doc=doc, element=element, tree=tree, assessor=assessor),
        start=start,
        end=end,
        **reals,
        scale=scale,  # type: ignore[arg-type]
        bep=bep,
        length=length,
        extra=table.extra,
        source=table.source.name,
        notes=(*table.notes, *fractions(grade), *unlike),
        format=table.format,
        missing=options.missing,
        columns=options.columns,
        lines=table.lines,
    )


def _graded(table: Table, listed: NDArray[np.bool_], options: Options) -> Table:
    """Grade rows that only name a part: it is relevant; those with a document need an inventory."""
    if "id" not in table.extra or "e" in table.reals:
        return table
    named = (
        ~is_empty(table.extra["id"]) if options.by_id else listed & (table.text("doc").codes >= 0)
    )
    bare = table.unplaced("qrels")
    named &= True if bare is None else bare
    return replace(table, reals=table.reals | {"grade": relevant(table.real("grade"), named)})


def _refuse_run(table: Table, options: Options) -> None:
    """Refuse a run that is given as assessments (E28)."""
    judged = {*table.texts, *table.wholes, *table.reals} & {"grade", "e", "s"}
    ranked = [name for name in ("score", "rank") if name in our_names(table.extra)]
    if ranked and not judged and not options.forced:
        problem = f"has the column {ranked[0]} and no grade: a run, not assessments"
        hint = f"Use --format-qrels {table.format} to read it as assessments"
        raise table.source.error(None, f"{problem} (QRELS come first)", hint)


def _refuse_bare(table: Table, bare: NDArray[np.bool_], doc: Coded) -> None:
    """Refuse judged documents of which nothing is said, or only a quote without texts (E44)."""
    if not bare.any():
        return
    row = int(np.argmax(bare))
    said = plural(int(bare.sum()), "row", "has", "have")
    place = f"first: {table.lines.words(row)}, document {doc.names[doc.codes[row]]}"
    hint = "; partwise locate turns its column text into places" if "text" in table.extra else ""
    problem = f"{said} neither a grade nor a span or element ({place}){hint}"
    table.problems.add(None, problem)


def lengths_of(table: Table) -> Lengths:
    """Build lengths from a table; rows that repeat a document must agree."""
    table.need("doc", "length")
    table.problems.refuse()
    doc, length = table.text("doc"), table.whole("length")
    refuse_two_numbers("lengths", length, (doc,), table.lines, table.problems)
    table.problems.refuse()
    first = np.empty(len(doc.names), np.int64)
    first[doc.codes[::-1]] = length[::-1]
    return Lengths(doc.names, first, table.source.name, table.notes)


def inventory_of(table: Table, options: Options) -> Inventory:
    """Build an inventory from a table."""
    table.need("doc")
    table = placed_rows(table, "inventory", options.missing)
    start, end = table.spans(run=True)
    element, tokens = table.text("element"), table.whole("tokens")
    size = table.whole("size")
    table.problems.refuse()
    return Inventory(
        **text_columns(doc=used_names(table.text("doc")), element=element),
        start=start,
        end=end,
        tokens=None if (tokens < 0).all() else tokens,
        size=None if (size < 0).all() else size,
        source=table.source.name,
        id=table.extra.get("id"),
        text=table.extra.get("text") if "id" in table.extra else None,
        notes=table.notes,
        lines=table.lines,
    )
