"""Our own tables: from columns of any file to Run, Qrels, Lengths and Inventory.

TSV and CSV come from the byte reader, the other formats from polars; both end in a
`Table`, so every check and every message is here once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.messages import Note
from partwise.readers._columns import Options, run_name
from partwise.readers._notes import several_runs
from partwise.readers._paths import split_ranges
from partwise.readers._repeats import first_of_each
from partwise.readers._table import QRELS, RUN, Kind, Table
from partwise.tables.columns import Coded
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def run_of(table: Table, options: Options) -> Run:
    """Build a run from a table."""
    table.need("topic", "doc")
    start, end = table.spans(run=True)
    element, tree = table.text("element"), table.text("tree")
    score, rank, tokens = table.real("score"), table.whole("rank"), table.whole("tokens")
    scores = table.given("score", score, np.isnan(score))
    ranks = table.given("rank", rank, rank == -1)
    table.problems.refuse()
    topic, doc = table.text("topic"), table.text("doc")
    element, last = split_ranges(element)
    labels = table.text("run")
    name, tags = run_name(labels, table.source)
    said = several_runs(labels.names.tolist(), name)
    return Run(
        name=name,
        topics=topic.names,
        topic=topic.codes,
        docs=doc.names,
        doc=doc.codes,
        start=start,
        end=end,
        elements=element.names,
        element=element.codes,
        last=last,
        trees=tree.names,
        tree=tree.codes,
        score=scores,
        rank=ranks,
        tokens=None if (tokens < 0).all() else tokens,
        extra={**table.extra, **tags},
        source=table.source.name,
        notes=(*table.notes, *unknown_columns(table, RUN), *_unordered(table), *said),
        format=table.format,
    )


def _unordered(table: Table) -> list[Note]:
    """Say that nothing but the order of the lines ranks a run."""
    if "score" in table.reals or "rank" in table.wholes:
        return []
    row = "row" if table.lines is None else "line"
    return [Note(f"no score and no rank: ranked by {row}")]


def unknown_columns(table: Table, kinds: dict[str, Kind]) -> list[Note]:
    """Name the columns that are kept and not used; one may be a known one, misspelt."""
    if not table.extra:
        return []
    import difflib

    free = [name for name in kinds if name not in {*table.texts, *table.wholes, *table.reals}]
    close = {name: difflib.get_close_matches(name, free, n=1) for name in table.extra}
    meant = " and ".join(f"{known[0]} for {name}" for name, known in close.items() if known)
    hint = f" (did you mean {meant}?)" if meant else ""
    return [Note("{names:unknown column}{hint}", names=list(table.extra), hint=hint)]


def qrels_of(table: Table, options: Options) -> Qrels:
    """Build assessments from a table."""
    table.need("topic", "doc")
    start, end = table.spans(run=False)
    element, tree = table.text("element"), table.text("tree")
    topic, doc, assessor = (table.text(name) for name in ("topic", "doc", "assessor"))
    grade, e, s = (table.real(name) for name in ("grade", "e", "s"))
    placed = (start != -1) | (end != -1) | (element.codes >= 0) | (tree.codes >= 0)
    table.say(
        ~placed & np.isnan(grade) & np.isnan(e) & (doc.codes >= 0),
        lambda row: f"document {doc.names[doc.codes[row]]} has neither grade nor place",
    )
    bep, length = table.whole("bep"), table.whole("length")
    _agree(table, "lengths", length, (doc,))
    _agree(table, "best entry points", bep, (doc, topic, assessor))
    table.problems.refuse()
    scale = None
    if not np.isnan(s).all():
        scale = "share" if "s" in table.decimal else "grade"
    return Qrels(
        topics=topic.names,
        topic=topic.codes,
        docs=doc.names,
        doc=doc.codes,
        start=start,
        end=end,
        elements=element.names,
        element=element.codes,
        trees=tree.names,
        tree=tree.codes,
        grade=grade,
        e=e,
        s=s,
        scale=scale,  # type: ignore[arg-type]
        bep=bep,
        length=length,
        assessors=assessor.names,
        assessor=assessor.codes,
        extra=table.extra,
        source=table.source.name,
        notes=(*table.notes, *unknown_columns(table, QRELS)),
        format=table.format,
    )


def _agree(table: Table, what: str, column: NDArray[np.int64], keys: tuple[Coded, ...]) -> None:
    """Refuse rows of one document that give it two different numbers."""
    named = np.all([key.codes >= 0 for key in keys[:2]], axis=0)  # other rows are refused anyway
    rows = np.flatnonzero((column >= 0) & named)
    before = rows[first_of_each([key.codes[rows] for key in keys])]
    table.problems.at_rows(
        rows[column[rows] != column[before]],
        table.lines,
        lambda row: _two_numbers(what, keys[0], row, column, before[np.searchsorted(rows, row)]),
    )


def _two_numbers(
    what: str, docs: Coded, row: int, column: NDArray[np.int64], before: np.int64
) -> str:
    doc = docs.names[docs.codes[row]]
    return f"document {doc} has the {what} {column[before]} and {column[row]}"


def lengths_of(table: Table) -> Lengths:
    """Build lengths from a table; rows that repeat a document must agree."""
    table.need("doc", "length")
    table.problems.refuse()
    doc, length = table.text("doc"), table.whole("length")
    _agree(table, "lengths", length, (doc,))
    table.problems.refuse()
    first = np.empty(len(doc.names), np.int64)
    first[doc.codes[::-1]] = length[::-1]
    return Lengths(doc.names, first, table.source.name)


def inventory_of(table: Table, options: Options) -> Inventory:
    """Build an inventory from a table."""
    table.need("doc")
    start, end = table.spans(run=True)
    element, tokens = table.text("element"), table.whole("tokens")
    table.problems.refuse()
    doc = table.text("doc")
    return Inventory(
        doc.names,
        doc.codes,
        start,
        end,
        element.names,
        element.codes,
        None if (tokens < 0).all() else tokens,
        table.source.name,
    )
