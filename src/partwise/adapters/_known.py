"""Places that are known by the id of an item: an inventory, or all nodes of a parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise._typing import Ints
from partwise.adapters._items import Items, read_items
from partwise.adapters.fields import Given
from partwise.errors import AdapterError
from partwise.messages import Note
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import PartIds, texts_of
from partwise.tables.part_texts import Compared

_HINT = (
    "Use the inventory of the chunks that were retrieved, or texts=... and locate=True to place "
    "items by their text"
)


@dataclass(frozen=True)
class Known:
    """Where each id lies.

    Parameters
    ----------
    what : str
        What the places come from, for messages.
    index : dict
        Id to row.
    doc : list of str or None
        The documents.
    start, end, tokens : ndarray of int64
        Places and counts; -1 where absent.
    element : list of str or None
        Element paths of parts that have no offsets.
    """

    what: str
    index: Mapping[str, int]
    doc: Sequence[Any]
    start: Ints
    end: Ints
    tokens: Ints
    element: Sequence[str | None]
    text: Sequence[Any] | None = None
    """Texts of the parts of an inventory."""

    def rows(self, ids: Sequence[Any]) -> Ints:
        """Return the row of each id, -1 where it is not known."""
        get = self.index.get
        return np.fromiter((get(name, -1) for name in texts_of(ids)), np.int64, len(ids))

    def other_texts(self, caller: str, items: Items) -> list[Note]:
        """Warn of items whose text is not that of their id, or refuse all if most are (E33)."""
        if self.text is None:
            return []
        ids, said = items.columns["id"], items.columns["text"]
        rows = enumerate(self.rows(ids).tolist())
        found = Compared.of((at, said[at], self.text[row]) for at, row in rows if row >= 0)
        refusal = found.refusal(ids, "the item")
        if refusal is not None:
            raise AdapterError(caller, f"{refusal[1]}. {_HINT}")
        return found.warnings(ids)


def of_inventory(inventory: Inventory) -> Known:
    """Return the places of an inventory; an id twice with different places is refused."""
    index = PartIds(inventory).index
    docs = inventory.docs.tolist()
    elements = [*inventory.elements.tolist(), None]
    absent = np.full(len(inventory), -1, np.int64)
    return Known(
        "inventory",
        index,
        [docs[code] for code in inventory.doc.tolist()],
        inventory.start,
        inventory.end,
        absent if inventory.tokens is None else inventory.tokens,
        [elements[code] for code in inventory.element.tolist()],
        text=None if inventory.text is None else inventory.text.tolist(),
    )


def of_nodes(caller: str, nodes: Any, given: Mapping[str, Given]) -> Known:
    """Return the places of a parser's nodes; starts are summed along their parents."""
    items = read_items(list(nodes), given)
    ids = items.columns["id"]
    index = {name: row for row, name in enumerate(texts_of(ids)) if name}
    start = starts(items)
    end = ends(items, start)
    parent = np.fromiter(
        (-1 if one is None else index.get(str(one), -2) for one in items.columns["parent"]),
        np.int64,
        len(items),
    )
    total, root = start.copy(), np.arange(len(items))
    above = parent.copy()
    for _ in range(len(items) + 1):
        up = above >= 0
        if not up.any():
            break
        root[up] = above[up]
        total[up] = np.where(
            (total[up] < 0) | (start[above[up]] < 0), -1, total[up] + start[above[up]]
        )
        above[up] = parent[above[up]]
    else:
        raise AdapterError(caller, "the parents of the nodes form a cycle")
    total[above == -2] = -1  # an ancestor is missing, so nobody knows where the node lies
    end = np.where((total >= 0) & (end >= 0), end - start + total, -1)
    docs = documents(items)
    return Known(
        "parser",
        index,
        [docs[top] or own for top, own in zip(root.tolist(), docs, strict=True)],
        total,
        end,
        items.whole("tokens"),
        [None] * len(items),
    )


def starts(items: Items) -> Ints:
    """Return where items begin; the topmost block of a hierarchy is the whole document."""
    start = items.whole("start")
    if not items.has("level").any():
        return start
    top = items.whole("level") == 0
    return np.where(top & ~items.has("start"), 0, start)


def ends(items: Items, start: Ints) -> Ints:
    """Return where items end: as they say, else after their text."""
    end = items.whole("end")
    silent = ~items.has("end")
    if not silent.any():
        return end
    texts = items.columns["text"]
    length = np.fromiter((-1 if t is None else len(t) for t in texts), np.int64, len(items))
    return np.where(silent & (start >= 0) & (length >= 0), start + length, end)


def documents(items: Items) -> list[Any]:
    """Return the documents of items; the topmost block of a hierarchy is its own document."""
    docs, level = items.columns["doc"], items.columns["level"]
    if not items.has("level").any():
        return docs
    ids = items.columns["id"]
    return [
        own if doc is None and at == 0 else doc
        for doc, at, own in zip(docs, level, ids, strict=True)
    ]
