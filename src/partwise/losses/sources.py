"""Whose inventory and whose candidates: the parts that each run could have shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import UsageError
from partwise.evaluation.inventories import by_run, refuse_unknown_runs
from partwise.geometry.inventory import NO_INVENTORY, InventoryPlaces, every_element, with_listings
from partwise.geometry.relevant_text import GoldLine, Places, both, places_of_view
from partwise.losses.culprits import MEASURE, Available
from partwise.losses.oracle_run import oracle_run
from partwise.spelling import spelt

if TYPE_CHECKING:
    from partwise.evaluation.arguments import Given
    from partwise.evaluation.inventories import Inventories
    from partwise.evaluation.prepared import Prepared
    from partwise.geometry.inventory import Limit
    from partwise.geometry.view import View
    from partwise.messages import Notes
    from partwise.tables.lengths import Inventory
    from partwise.tables.run import Order, Run

SELF = "self"


class Sources:
    """Inventories and candidates by run; each table is read and placed once.

    Parameters
    ----------
    given : Given
        Turns arguments into tables.
    tables : Prepared
        The assessments, and what stands beside them.
    inventories : Inventories
        All parts that could have been returned.
    candidates
        As the caller gave them.
    gold, limit, order, notes
        What the analysis knows.
    """

    def __init__(
        self,
        given: Given,
        tables: Prepared,
        inventories: Inventories,
        candidates: Any,
        *,
        gold: GoldLine,
        limit: Limit,
        order: Order | None,
        notes: Notes,
    ) -> None:
        self._given, self._tables, self._gold = given, tables, gold
        self._limit, self._order, self._notes = limit, order, notes
        self._inventories, self._candidates = inventories, by_run(candidates)
        self._placed: dict[int, InventoryPlaces] = {}
        self._views: dict[int, View] = {}
        self._elements: Inventory | None = None
        self._used: dict[str, InventoryPlaces] = {}
        self._kept: list[Any] = []
        self._read: list[Run] = []

    def check_names(self, names: list[str]) -> None:
        """Refuse inventories and candidates of runs that are not there."""
        self._inventories.refuse_unknown_runs(names)
        refuse_unknown_runs("candidates", self._candidates, names)

    def available(self, view: View) -> tuple[Available, dict[str, int]]:
        """Return what a run could have shown, and what its inventory holds."""
        gold, name = self._gold, view.run.name
        inventory = self._inventory_of(view.run)
        self._used[name] = inventory
        others = self._candidates_of(view)
        listings = [view, *([] if others is None or others is view else [others])]
        if self._limit.unit == "tokens":
            inventory.require_tokens(gold, MEASURE)
        outside = inventory.outside(view)
        self._notes.extend(inventory.outside_notes(view.run.name, outside))
        places = with_listings(inventory.judged(gold), gold, listings, MEASURE, self._limit.unit)
        has_part = np.zeros(gold.docs.size, np.bool_)
        has_part[places.doc] = True
        listed = gold.of_view(view)
        for one in listings[1:]:
            more = gold.of_view(one)
            columns = ("pair", "start", "end", "tokens")
            joined = (np.concatenate((getattr(listed, c), getattr(more, c))) for c in columns)
            listed = gold.holdings(*joined)
        added = self._n_added(inventory, listings)
        about = {"parts": len(inventory), "documents": inventory.n_documents, "added": added}
        held = gold.of_places(places)
        return Available(held, has_part, listed, others is not None, outside), about

    @property
    def tables(self) -> list[Inventory | Run]:
        """What was read."""
        return [*self._inventories.read, *self._read]

    def oracles(self, names: list[str]) -> dict[str, Run]:
        """Return the oracle run of each run's inventory, one per inventory."""
        made: dict[int, Run] = {}
        for inventory in self._used.values():
            if id(inventory) not in made:
                held = self._gold.of_places(inventory.judged(self._gold))
                made[id(inventory)] = oracle_run(held, self._limit)
        return {name: made[id(self._used[name])] for name in names}

    # -- inventories -----------------------------------------------------------------------

    def _inventory_of(self, run: Run) -> InventoryPlaces:
        table = self._inventories.of(run.name)
        if table is None:
            table = self._every_element(run)
        key = id(table)  # it is kept below, so no other table gets its id
        if key not in self._placed:
            self._kept.append(table)
            self._placed[key] = self._place(table)
        return self._placed[key]

    def _place(self, table: Inventory) -> InventoryPlaces:
        placed = InventoryPlaces(table, self._tables.assessments, self._gold)
        self._notes.extend(placed.notes)
        return placed

    def _every_element(self, run: Run) -> Inventory:
        """Take every element of the structure for the inventory of a run of elements."""
        tree = self._tables.structure
        if tree is None or not (run.element >= 0).any():
            raise UsageError(spelt(f"losses {NO_INVENTORY}"))
        if self._elements is None:
            self._elements = every_element(tree)
        return self._elements

    def _n_added(self, inventory: InventoryPlaces, listings: list[View]) -> int:
        names: dict[str, int] = {}
        found: list[Places] = []
        for one in listings:
            out = places_of_view(one).take(inventory.outside(one))
            if not len(out):
                continue
            docs, doc = np.unique(out.doc, return_inverse=True)
            code = [names.setdefault(one.run.docs[int(d)], len(names)) for d in docs.tolist()]
            found.append(replace(out, doc=np.array(code, np.int64)[doc]))
        total = found[0].distinct() if found else None
        for more in found[1:]:
            total = both(found[0], more)
        return 0 if total is None else len(total)

    # -- candidates ------------------------------------------------------------------------

    def _candidates_of(self, view: View) -> View | None:
        given = self._candidates.get(view.run.name, self._candidates.get(None))
        if given is None or (isinstance(given, str) and given == SELF):
            return None if given is None else view
        key = id(given)
        if key not in self._views:
            self._kept.append(given)
            run = next(iter(self._given.tables(given)))
            self._read.append(run)
            self._views[key] = self._tables.view(run, self._order)
        return self._views[key]
