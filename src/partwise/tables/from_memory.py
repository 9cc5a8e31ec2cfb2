"""Tables from what callers hold in memory: columns, frames and nested dictionaries.

`run_from`, `qrels_from`, `lengths_from` and `inventory_from` take columns under any names; the
constructors of the tables call them. Rows are counted from 0 in messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.messages import Note
from partwise.tables.building import inventory_of, lengths_of, qrels_of, run_of
from partwise.tables.column_names import Naming
from partwise.tables.columns import (
    Coded,
    ColumnNames,
    as_column,
    decode,
    encode,
    is_absent,
    plain,
    real_numbers,
    same_size,
    whole_numbers,
)
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.missing import Missing, TableOptions
from partwise.tables.part_ids import ids_are_documents, noted, with_places
from partwise.tables.problems import MEMORY, Problems
from partwise.tables.qrels import Qrels, Scale, scale_of
from partwise.tables.row_lines import RowLines
from partwise.tables.run import Run
from partwise.tables.schema import KINDS, What
from partwise.tables.table import Table

TopicTable = TypeVar("TopicTable", Run, Qrels)
_RANX = {"q_id", "doc_id", "score"}
"""Columns of the frames of ranx."""


def run_from(
    given: Mapping[str, Any],
    options: TableOptions,
    *,
    name: str | None = None,
    answered: Iterable[str] = (),
) -> Run:
    """Build a run from columns; see `Run.from_columns`."""
    table = memory_table("run", given, options.columns, "topic")
    run = run_of(table, options, name=name, answered=answered)
    return with_places(run, options.inventory, missing=options.missing)


def qrels_from(
    given: Mapping[str, Any],
    options: TableOptions,
    *,
    scale: Scale | None = None,
    judged: Iterable[str] = (),
) -> Qrels:
    """Build assessments from columns; see `Qrels.from_columns`."""
    table = memory_table("qrels", given, options.columns, "topic")
    qrels = qrels_of(table, options, judged=judged, scale=scale)
    notes = tuple(Note.read(note).of("assessments") for note in qrels.notes)
    return with_places(replace(qrels, notes=notes), options.inventory, missing=options.missing)


def lengths_from(given: Mapping[str, Any], columns: ColumnNames | None = None) -> Lengths:
    """Build lengths of documents from columns."""
    return lengths_of(memory_table("lengths", given, columns, "doc", "length"))


def inventory_from(given: Mapping[str, Any], options: TableOptions) -> Inventory:
    """Build an inventory from columns."""
    return inventory_of(memory_table("inventory", given, options.columns, "doc"), options)


def memory_table(
    what: What, given: Mapping[str, Any], columns: Mapping[str, str] | None, *required: str
) -> Table:
    """Return columns that a caller hands over under our names, read and of one length."""
    found, notes = named_columns(what, given, columns, *required)
    if what in ("run", "qrels"):
        need(found, "doc" if "id" not in found else "topic")
    if what in ("lengths", "inventory"):  # other columns are of no use
        found = {n: cells for n, cells in found.items() if n in {*KINDS[what], "id", "text"}}
    kinds = {name: KINDS[what].get(name) for name in found}
    wholes = {n: whole_numbers(found[n], n) for n, kind in kinds.items() if kind == "whole"}
    reals = {n: real_numbers(found[n], n) for n, kind in kinds.items() if kind == "real"}
    texts = {
        name: Coded(*encode(_labels(found[name], name), name, optional=name not in required))
        for name, kind in kinds.items()
        if kind == "text"
    }
    extra = {n: plain(found[n], n) for n, kind in kinds.items() if kind is None}
    sized: dict[str, NDArray[Any]] = {n: text.codes for n, text in texts.items()}
    size = same_size(sized | wholes | reals | extra)
    shares = "s" in reals and scale_of(found["s"]) == "share"
    return Table(
        MEMORY,
        None,
        size,
        texts,
        wholes,
        reals,
        extra,
        RowLines(range(size), "row"),
        Problems(MEMORY),
        frozenset({"s"} if shares else ()),
        tuple(notes),
    )


def _labels(column: Any, name: str) -> Any:
    """Return a column of text; a run may be called anything."""
    if name != "run" or isinstance(column, Coded):
        return column
    return [None if is_absent(cell) else str(cell) for cell in as_column(column, name)]


def named_columns(
    what: What, given: Mapping[str, Any], columns: Mapping[str, str] | None, *required: str
) -> tuple[dict[str, Any], list[str]]:
    """Return columns under our names, and what is to be noted of their names."""
    naming = Naming(what, tuple(given), columns)
    names = {name: naming.ours(name) for name in given}
    found = {ours: given[name] for name, ours in names.items() if ours is not None}
    need(found, *required)
    return found, naming.notes


def need(columns: Mapping[str, Any], *required: str) -> None:
    """Refuse a table without some columns."""
    missing = [name for name in required if name not in columns]
    if not missing:
        return
    import difflib

    there = [str(name) for name in columns]
    known = {name for kinds in KINDS.values() for name in kinds}
    free = [name for name in there if name not in known] or ["NAME"]
    other = difflib.get_close_matches(missing[0], free, n=1, cutoff=0.3) or free
    listed = ", ".join(there) or "none"
    raise TableError(
        None,
        f"the frame has no column {' and '.join(missing)} (it has {listed}). "
        f'Use columns={{"{missing[0]}": "{other[0]}"}}',
    )


def with_grades(columns: dict[str, Any]) -> dict[str, Any]:
    """Read the score of a frame of ranx as the grade, where assessments are wanted.

    Nothing else tells its assessments from its runs: grades are whole numbers.
    """
    if set(columns) != _RANX:
        return columns
    score = np.asarray(columns["score"])
    whole = score.dtype.kind in "iu" or (
        score.dtype.kind == "f" and bool((np.isfinite(score) & (np.trunc(score) == score)).all())
    )
    if not whole:
        return columns
    return {"grade" if name == "score" else name: column for name, column in columns.items()}


# -- nested dictionaries -----------------------------------------------------------------------


def is_list(found: Any) -> bool:
    """Tell a list, which may be empty, from a dictionary."""
    return isinstance(found, (list, tuple))


def lists_ids(nested: Mapping[Any, Any]) -> bool:
    """Tell ``{topic: [id, ...]}``; lists of other things are not known here."""
    lists = [found for found in nested.values() if is_list(found)]
    names = (str, int, np.integer)
    return bool(lists) and all(
        isinstance(name, names) and not isinstance(name, bool) for found in lists for name in found
    )


def flat(
    nested: Mapping[Any, Any], what: str, number: str
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the columns of ``{topic: {document: number}}``; in lists the numbers are ranks."""
    topics: list[Any] = []
    docs: list[Any] = []
    numbers: list[Any] = []
    listed = lists_ids(nested)
    for topic, found in nested.items():
        if not (is_list(found) if listed else isinstance(found, Mapping)) and found != {}:
            kind = type(found).__name__
            said = f"{what} as a dictionary is {{topic: {{document: {number}}}}} or {{topic: [id]}}"
            raise TableError(None, f"{said}; topic {topic} has {kind}")
        topics += [topic] * len(found)
        docs += found
        numbers += range(1, len(found) + 1) if listed else found.values()
    return topics, docs, numbers


def with_ids(
    table: TopicTable, nested: Mapping[Any, Any], inventory: Any, missing: Missing
) -> TopicTable:
    """Read names as ids where they are listed, or where an inventory says what they name."""
    listed = lists_ids(nested) and len(table) > 0
    if inventory is None and not listed:
        return table
    ids = np.array(decode(table.doc, table.docs), dtype=object)
    table = replace(table, extra={**table.extra, "id": ids})
    if inventory is None:
        return noted(table, ids_are_documents(len(table)))
    return with_places(table, inventory, missing=missing)
