"""Where the parts of an inventory lie, and which parts of a run are not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.geometry.gold_line import GoldLine
from partwise.geometry.limits import note_past_end
from partwise.geometry.places import ENDLESS, Places, places_of_view
from partwise.geometry.resolve.spans import LOST, extents, located
from partwise.kernels.ragged import distinct
from partwise.messages import Note, Notes
from partwise.tables.checks import first
from partwise.tables.names import Names
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise._typing import Flags, Ints
    from partwise.geometry.assessments.joined import Assessments
    from partwise.geometry.view import View
    from partwise.tables.lengths import Inventory


class InventoryPlaces:
    """All parts that could have been returned, each place once, clipped like parts of a run.

    Parameters
    ----------
    inventory : Inventory
        The table.
    judged : Assessments
        Knows lengths and trees.
    gold : GoldLine
        Says which documents matter.
    """

    def __init__(self, inventory: Inventory, judged: Assessments, gold: GoldLine) -> None:
        self.docs = inventory.docs
        self.source = inventory.source or "the inventory"
        self._named = inventory.source or "inventory"
        self._code = self.docs.codes_in(judged.qrels.docs).astype(np.int64)
        matters = np.append(gold.docs, False)[self._code]
        table = _as_run(inventory)
        rows = np.arange(len(inventory))
        extents(table, rows[matters[inventory.doc]], judged.structure)  # refuses what is not found
        start, end = located(table, rows, judged.structure)
        found = start != LOST
        doc = inventory.doc[found].astype(np.int64)
        start, end = start[found], end[found]
        known = judged.lengths.of(self.docs)[doc] if doc.size else doc
        whole = start < 0
        start = np.where(whole, 0, start)
        end = np.where(whole, np.where(known < 0, ENDLESS, known), end)
        past = (known >= 0) & (end > known)
        self.n_clipped, self.n_beyond = int(past.sum()), int((past & (start >= known)).sum())
        start = np.where(past, np.minimum(start, known), start)
        end = np.where(past, known, end)
        tokens = table.tokens
        cost = np.full(doc.size, -1, np.int64) if tokens is None else tokens[found]
        self._rows = rows[found]
        self.all = Places(doc, start, end, cost)
        self.places = self.all.distinct()
        self.n_documents = int(distinct(doc).size)

    def __len__(self) -> int:
        return len(self.places)

    def judged(self, gold: GoldLine) -> Places:
        """Places in documents with relevant text, under the codes of the assessments."""
        code = np.where(np.append(gold.docs, False)[self._code], self._code, -1)
        return self.places.with_docs(code)

    @property
    def notes(self) -> list[Note]:
        """What a careful reader should know of them."""
        notes = Notes()
        note_past_end(notes, "part", past=self.n_clipped, beyond=self.n_beyond)
        about: dict[str, Any] = {"subject": self._named, "subjects": "file", "whole": True}
        return [Note(one.template, level=one.level, **about, **one.facts) for one in notes]

    def outside_notes(self, run: str, outside: Flags) -> list[Note]:
        """Say how many parts of a run are not in the inventory."""
        n, total, file = int(outside.sum()), int(outside.size), self.source
        if 2 * n > total:
            words = "{n} of {all:part} of {run} are not in {file}: another chunking?"
            return [Note(words, level="warning", n=n, all=total, run=run, file=file)]
        words = "{n:part} {n:is|are} not in {file}; {n:it was|they were} added for this run"
        return [Note(words, n=n, file=file, subject=run)] if n else []

    def require_tokens(self, gold: GoldLine, measure: str) -> None:
        """Refuse parts of relevant documents without a token count, or with two."""
        matters = np.append(gold.docs, False)[self._code][self.all.doc]
        tokens, text = self.all.tokens, self.all.start < self.all.end
        bad = matters & ((tokens < 0) | ((tokens == 0) & text))
        if (at := first(bad)) is not None:
            none = f"{measure} counts tokens, and this part has no token count"
            problem = none if tokens[at] < 0 else "a part with characters has at least 1 token"
            raise RowsError(self.source, [(int(self._rows[at]), problem)])
        self.all.take(matters).refuse_two_counts(self.source)

    def outside(self, view: View) -> Flags:
        """Whether each part of a run is no part of the inventory."""
        found = places_of_view(view)
        code = np.append(view.run.docs.codes_in(self.docs).astype(np.int64), -1)[found.doc]
        outside = code < 0
        mine = np.zeros(len(self.docs), np.bool_)
        mine[code[~outside]] = True
        here = self.places.take(mine[self.places.doc])
        outside[~outside] = ~_among(
            (code[~outside], found.start[~outside], found.end[~outside]),
            (here.doc, here.start, here.end),
        )
        return outside


def _among(rows: tuple[Ints, ...], others: tuple[Ints, ...]) -> Flags:
    """Whether each row is one of the others. O((rows + others) log)."""
    n = rows[0].size
    columns = [np.concatenate(pair) for pair in zip(rows, others, strict=True)]
    own = np.arange(columns[0].size) < n
    order = np.lexsort((own, *reversed(columns)))  # the others first among equals
    opens = np.ones(order.size, np.bool_)
    opens[1:] = np.logical_or.reduce([c[order][1:] != c[order][:-1] for c in columns])
    listed = ~own[order]
    group = np.cumsum(opens) - 1
    known = listed[np.flatnonzero(opens)][group] if order.size else opens
    found = np.zeros(order.size, np.bool_)
    found[order] = known
    return found[:n]


def as_inventory(run: Run) -> Inventory:
    """Take the places of a run for an inventory; its topics are ignored."""
    from partwise.tables.lengths import Inventory

    return Inventory(**_places(run))


def _as_run(inventory: Inventory) -> Run:
    """Take an inventory for a run of one topic, whose elements can be resolved."""
    return Run(
        name="inventory",
        topics=Names.of(["all"]),
        topic=np.zeros(len(inventory), np.int32),
        **_places(inventory),
    )


def _places(table: Run | Inventory) -> dict[str, Any]:
    """Return the columns that say which parts there are."""
    names = ("docs", "doc", "start", "end", "elements", "element", "tokens", "source")
    return {name: getattr(table, name) for name in names}
