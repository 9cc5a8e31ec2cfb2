"""Loss breakdown: relevant characters lost by cutting, candidates, ranking and limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import UsageError
from partwise.evaluation.inventories import by_run, refuse_unknown_runs
from partwise.geometry.inventory import (
    NO_INVENTORY,
    Ceiling,
    InventoryPlaces,
    Limit,
    ceiling,
    every_element,
    oracle,
    room,
    with_listings,
)
from partwise.geometry.relevant_text import GoldLine, Places, RelevantParts, both, places_of_view
from partwise.kernels.intervals import merge
from partwise.kernels.ragged import offsets_from_owners, rank_in_segment, segment_count
from partwise.spelling import spelt
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.evaluation.arguments import Given
    from partwise.evaluation.inventories import Inventories
    from partwise.evaluation.prepared import Prepared
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View
    from partwise.messages import Notes
    from partwise.tables.lengths import Inventory
    from partwise.tables.run import Order


MEASURE = "losses"

LOST = ("no_document", "no_part", "limit", "cutting", "candidates", "ranking")
PLACES = (
    "no_document",
    "no_part",
    "wrong_place_listed",
    "wrong_place_unlisted",
    "document_not_shown_listed",
    "document_not_shown_unlisted",
)
READ = ("characters", "new", "repeated", "padding", "wrong_place", "wrong_document", "again")
KEYS = (
    "relevant",
    "shown",
    *(f"lost.{key}" for key in LOST),
    "ceiling.low",
    "ceiling.high",
    "candidates_ceiling.low",
    "candidates_ceiling.high",
    *(f"places.{key}" for key in PLACES),
    *(f"read.{key}" for key in READ),
    "parts.read",
    "parts.outside_inventory",
)
"""Counts, in the order of the columns."""

OF_CANDIDATES = frozenset({"lost.candidates", "candidates_ceiling.low", "candidates_ceiling.high"})
"""Counted only where candidates are given."""


@dataclass(frozen=True, eq=False)
class Available:
    """Text that one run could have shown.

    Parameters
    ----------
    inventory : RelevantParts
        Parts that exist, those of the run and its candidates included.
    has_part : ndarray of bool
        Whether any of them lies in each document of the assessments.
    listed : RelevantParts
        Parts of the run and its candidates, topic by topic.
    has_candidates : bool
        Whether candidates are given.
    outside : ndarray of bool
        Parts of the run that the inventory lacks.
    """

    inventory: RelevantParts
    has_part: Flags
    listed: RelevantParts
    has_candidates: bool
    outside: Flags


def count(view: View, gold: GoldLine, available: Available, limit: Limit) -> Ints:
    """Return one row per topic with the columns KEYS; those of absent candidates are 0."""
    read, seen = _read(view, gold, limit)
    where = _places(view, gold, available, seen)
    shown = read["new"]
    best, first_stage = _ceilings(available, limit, shown)
    space = room(available.inventory, limit)
    held = gold.total - where["no_document"] - where["no_part"]
    last = first_stage.low if available.has_candidates else best.low
    lost = {
        "no_document": where["no_document"],
        "no_part": where["no_part"],
        "limit": held - space,
        "cutting": space - best.low,
        "candidates": best.low - last,
        "ranking": last - shown,
    }
    columns: dict[str, Any] = {"relevant": gold.total, "shown": shown}
    columns |= {f"lost.{key}": value for key, value in lost.items()}
    columns |= {"ceiling.low": best.low, "ceiling.high": best.high}
    columns["candidates_ceiling.low"] = first_stage.low
    columns["candidates_ceiling.high"] = first_stage.high
    columns |= {f"places.{key}": value for key, value in where.items()}
    columns |= {f"read.{key}": read[key] for key in READ}
    columns["parts.read"] = read["parts"]
    columns["parts.outside_inventory"] = segment_count(available.outside, view.parts.offsets)
    return np.stack([columns[key] for key in KEYS], axis=1)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Parts that were read, the last one as far as it was read."""

    parts: Parts
    rows: Flags


def _read(view: View, gold: GoldLine, limit: Limit) -> tuple[dict[str, Ints], _Seen]:
    """Count the characters that were read."""
    parts = view.parts
    if limit.budget is not None:
        parts = parts.within(limit.budget, limit.unit, MEASURE)
    k = limit.k
    size, seen = parts.size(MEASURE, k), parts.seen(MEASURE, k)
    rows = np.ones(len(parts), np.bool_) if k is None else rank_in_segment(parts.offsets) <= k
    pair = view.retrieval.pair_of_document[parts.document]
    right = (pair >= 0) & (np.append(gold.size, 0)[pair] > 0)
    holds = seen.relevant > 0

    def total(x: Ints) -> Ints:
        return segment_count(np.where(rows, x, 0), parts.offsets)

    return {
        "characters": total(size),
        "new": total(seen.fresh_relevant),
        "repeated": total(seen.relevant - seen.fresh_relevant),
        "padding": total(np.where(holds, size - seen.relevant, 0)),
        "wrong_place": total(np.where(right & ~holds, size, 0)),
        "wrong_document": total(np.where(right, 0, size)),
        "again": total(size - seen.fresh),
        "parts": total(np.ones(len(parts), np.int64)),
    }, _Seen(parts, rows)


def _places(view: View, gold: GoldLine, available: Available, seen: _Seen) -> dict[str, Ints]:
    """Count the missing characters by where they are; they are sets.

    A character with copies is where any of them is: it is missing only if all are.
    """
    parts = seen.parts
    pairs = gold.judged.judged_documents
    pair = np.where(seen.rows, view.retrieval.pair_of_document[parts.document], -1)
    some = pair >= 0
    opened = np.zeros(len(pairs), np.bool_)
    opened[pair[some]] = True
    read = gold.union(
        gold.line(pair[some], parts.start[some]), gold.line(pair[some], parts.end[some])
    )
    exists, there = gold.union_of(available.has_part[pairs.doc]), gold.union_of(opened)
    held, listed = available.inventory.covered, available.listed.covered

    n = gold.by_topic

    def both(one: tuple[Ints, Ints]) -> Ints:
        """Count the characters of a set in documents that were opened."""
        ends = (np.concatenate(pair) for pair in zip(one, there, strict=True))
        return n(one) + n(there) - n(merge(*ends))

    amounts = (
        gold.total - n(exists),
        n(exists) - n(held),
        both(listed) - n(read),
        both(held) - both(listed),
        n(listed) - both(listed),
        n(held) - both(held) - n(listed) + both(listed),
    )
    return dict(zip(PLACES, amounts, strict=True))


def _ceilings(available: Available, limit: Limit, shown: Ints) -> tuple[Ceiling, Ceiling]:
    """Ceilings of the inventory and of the candidates; the second never above the first."""
    inner = Ceiling(shown, shown)
    if available.has_candidates:
        inner = ceiling(available.listed, limit, shown)
    outer = ceiling(available.inventory, limit, inner.low)
    return outer, Ceiling(inner.low, np.minimum(inner.high, outer.high))


NAME = "oracle"


def oracle_run(held: RelevantParts, limit: Limit) -> Run:
    """Return the run; its score is the number of relevant characters that a part adds."""
    chosen = oracle(held, limit)
    qrels = held.gold.judged.qrels
    doc = held.gold.judged.judged_documents.doc[held.pair[chosen.row]]
    return Run(
        name=NAME,
        topics=qrels.topics,
        topic=chosen.topic.astype(np.int32),
        docs=qrels.docs,
        doc=doc.astype(np.int32),
        start=held.start[chosen.row],
        end=held.end[chosen.row],
        rank=rank_in_segment(offsets_from_owners(chosen.topic, len(qrels.topics))),
        score=chosen.gain.astype(np.float64),
        # what a part adds falls from rank to rank unless it is weighed against its cost
        natural="score" if limit.budget is None else "rank",
    )


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
        """Raise UsageError for inventories and candidates of runs that are not there."""
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
            listed = gold.relevant_parts(*joined)
        added = self._n_added(inventory, listings)
        about = {"parts": len(inventory), "documents": inventory.n_documents, "added": added}
        held = gold.of_places(places)
        return Available(held, has_part, listed, others is not None, outside), about

    @property
    def tables(self) -> list[Inventory | Run]:
        """Inventories and candidates that were read."""
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
