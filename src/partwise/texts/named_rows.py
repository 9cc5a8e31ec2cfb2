"""Rows with quotes whose id says where they lie: the quote only checks what an inventory says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import PartIds, of_run, texts_of
from partwise.texts.rows import ABSENT, QuoteRows


@dataclass(frozen=True)
class NamedRows:
    """Rows that have no place of their own, and an id that an inventory knows.

    Parameters
    ----------
    rows : QuoteRows
        All rows.
    inventory : Inventory or None
        Where parts lie.
    part : ndarray of int64
        The part of each such row, -1 for other rows.
    """

    rows: QuoteRows
    inventory: Inventory | None
    part: Ints

    @classmethod
    def of(cls, rows: QuoteRows, inventory: Any, name: str | None) -> NamedRows:
        """Look ids up in the inventory of a run (None: of the assessments)."""
        chosen = of_run(inventory, name)
        if not isinstance(chosen, Inventory) or chosen.id is None or "id" not in rows.columns:
            return cls(rows, None, np.full(rows.size, ABSENT))
        part = PartIds(chosen).rows(texts_of(rows.columns["id"]))
        for label in ("start", "end"):
            part = np.where(rows.offsets(label) == ABSENT, part, ABSENT)
        for label in ("element", "tree"):
            bare = np.array([cell == "" for cell in rows.texts(label)], bool)
            part = np.where(bare, part, ABSENT)
        return cls(rows, chosen, part)

    @property
    def known(self) -> Flags:
        """Rows that the inventory places."""
        return self.part >= 0

    def unnamed(self) -> QuoteRows:
        """Return the rows without ids that stand for documents: no text has such a name."""
        doc, ids = self.rows.texts("doc"), texts_of(self.rows.columns.get("id", ()))
        if not self.known.any() or "doc" not in self.rows.columns:
            return self.rows
        both = zip(doc, ids, strict=True)
        bare = ["" if name == own else name for name, own in both]
        return replace(self.rows, columns=self.rows.columns | {"doc": bare})

    def filled(self) -> QuoteRows:
        """Return the rows with the places of the inventory, as if they had come with them."""
        if self.inventory is None or not self.known.any():
            return self.rows
        parts, size = self.inventory, self.rows.size
        docs = parts.docs.tolist()
        doc = self.rows.texts("doc")
        ends = {name: [*self.rows.columns.get(name, [None] * size)] for name in ("start", "end")}
        for row in np.flatnonzero(self.known).tolist():
            at = self.part[row]
            doc[row] = docs[int(parts.doc[at])]
            if parts.start[at] >= 0:
                ends["start"][row], ends["end"][row] = int(parts.start[at]), int(parts.end[at])
        return replace(self.rows, columns=self.rows.columns | ends | {"doc": doc})
