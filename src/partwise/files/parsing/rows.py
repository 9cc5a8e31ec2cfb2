"""Rows of our own tables that say nothing but their topic, or lie nowhere in their document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.files.parsing.columns import joined
from partwise.files.parsing.table import Table
from partwise.tables.columns import Coded, encode
from partwise.tables.missing import (
    MISSING_HINT,
    Missing,
    is_empty,
    missing_note,
    moved_up,
    no_place,
    relevant,
    twice_answered,
)
from partwise.tables.part_ids import ids_are_documents, texts_of
from partwise.tables.schema import What


def answered_topics(table: Table, *, judged: bool = False) -> Table:
    """Take out the rows that only name a topic: it was answered, or judged, with nothing.

    The topic stays in the dictionary of its column. A topic that also has parts is noted as a
    problem (E36).
    """
    blank = table.blank("topic", "assessor" if judged else "run")
    topic = table.text("topic")
    blank &= topic.codes >= 0
    if not blank.any():
        return table
    first = np.full(len(topic.names), -1)
    parts = np.flatnonzero(~blank & (topic.codes >= 0))[::-1]
    first[topic.codes[parts]] = parts

    def say(row: int) -> str:
        code = int(topic.codes[row])
        return twice_answered(topic.names[code], table.lines.words(int(first[code])), judged=judged)

    table.say(blank & (first[topic.codes] >= 0), say)
    return table.taken(np.flatnonzero(~blank))


def named_by_id(table: Table, *, by_id: bool) -> Table:
    """Let ids stand for documents in rows that have no other; an inventory may know better.

    Assessments without a grade list what is relevant.
    """
    if "id" not in table.extra:
        return table
    doc = table.text("doc")
    bare = doc.codes < 0
    if not bare.any():
        return table
    ids = [name if use else "" for name, use in zip(texts_of(table.extra["id"]), bare, strict=True)]
    table.say(np.array(["\x00" in name for name in ids]), lambda _: "id holds a NUL character")
    table.problems.refuse()
    named = Coded(*encode(ids, "id", optional=True))
    mine, theirs, names = joined(doc, named)
    table = replace(table, texts=table.texts | {"doc": Coded(np.where(bare, theirs, mine), names)})
    count = int((theirs >= 0).sum())
    if by_id or not count:
        return table
    return replace(table, notes=(*table.notes, ids_are_documents(count)))


def placed_rows(table: Table, what: What, missing: Missing, *, by_id: bool = False) -> Table:
    """Decide about the rows without a place in a table that has places (E26).

    Where an inventory is at hand (`by_id`), it decides about rows that have an id.
    """
    bare = table.unplaced(what)
    if bare is None:
        return table
    if by_id and "id" in table.extra:
        bare &= is_empty(table.extra["id"])
    if what == "qrels":  # judged and not relevant: there is nothing to be placed
        bare &= ~(table.real("grade") <= 0)
    count = int(bare.sum())
    if not count:
        return table
    if missing == "error":
        first = np.flatnonzero(bare)[:1]
        said = (no_place(count), MISSING_HINT)
        table.problems.at_rows(first, table.lines, lambda _: said)
        return table
    moved = 0
    if missing == "skip":
        if what == "run":
            moved = moved_up(table.text("topic").codes, _order(table), bare)
        table = table.taken(np.flatnonzero(~bare))
    elif what == "qrels" and "e" not in table.reals:
        table = replace(table, reals=table.reals | {"grade": relevant(table.real("grade"), bare)})
    return replace(table, notes=(*table.notes, missing_note(count, missing, moved)))


def _order(table: Table) -> list[NDArray[Any]]:
    """Keys of the order in which the rows of a run stand, the most important first."""
    keys: list[NDArray[Any]] = []
    if "score" in table.reals:
        keys.append(-table.reals["score"])
    if "rank" in table.wholes:
        keys.append(table.wholes["rank"])
    elif not keys and "distance" in table.reals:
        keys.append(table.reals["distance"])
    return keys
