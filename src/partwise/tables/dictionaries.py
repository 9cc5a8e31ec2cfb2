"""Nested dictionaries, as pytrec_eval and BEIR take them, and lists of ids, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from partwise.errors import TableError
from partwise.tables.columns import decode
from partwise.tables.part_ids import ids_are_documents, noted, with_places
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.missing import Missing

Table = TypeVar("Table", Run, Qrels)


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


def with_ids(table: Table, nested: Mapping[Any, Any], inventory: Any, missing: Missing) -> Table:
    """Read names as ids where they are listed, or where an inventory says what they name."""
    listed = lists_ids(nested) and len(table) > 0
    if inventory is None and not listed:
        return table
    ids = np.array(decode(table.doc, table.docs), dtype=object)
    table = replace(table, extra={**table.extra, "id": ids})
    if inventory is None:
        return noted(table, ids_are_documents(len(table)))
    return with_places(table, inventory, missing=missing)
