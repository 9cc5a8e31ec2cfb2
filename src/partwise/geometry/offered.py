"""What could have been returned: the parts of an inventory, and those of the run itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import UsageError
from partwise.geometry.evidence_sets import EvidenceSets, evidence_sets
from partwise.geometry.gold_line import GoldLine, Holdings
from partwise.geometry.inventory_places import InventoryPlaces
from partwise.geometry.places import Places, both, places_of_view, require_tokens
from partwise.kernels.coverage import Spans, most_found, overlapping
from partwise.kernels.intervals import finds_any, need
from partwise.kernels.ragged import offsets_from_owners
from partwise.spelling import spelt
from partwise.tables.lengths import Inventory

if TYPE_CHECKING:
    from fractions import Fraction

    from partwise._typing import Flags, Ints
    from partwise.geometry.view import View
    from partwise.tables.structure.table import Structure

NO_INVENTORY = (
    "need to know which parts exist: use --inventory FILE (doc, start, end of every chunk)"
)


@dataclass(frozen=True, eq=False)
class Offered:
    """Parts that hold relevant text of a topic and could have been returned for it."""

    held: Holdings
    """Each place once, by topic."""
    sets: EvidenceSets
    """The spans that are looked for."""
    measure: str
    """Who asks, for messages."""

    def hits(self, least: int | Fraction) -> Ints:
        """How many parts of each topic find some span by themselves."""
        sets, held = self.sets, self.held
        whole = np.zeros(len(held.gold.judged.judged_documents), np.bool_)
        whole[sets.pair[sets.whole]] = True
        hit = whole[held.pair]
        base = held.gold.origin
        start, end = (held.gold.on_axis(held.pair, x) for x in (held.start, held.end))
        for layer in range(int(sets.layer.max(initial=-1)) + 1):
            rows = np.flatnonzero((sets.layer == layer) & ~sets.whole)
            needed = need((sets.end - sets.start)[rows], least)
            goal = base[sets.pair[rows]]
            hit |= finds_any(start, end, sets.start[rows] + goal, sets.end[rows] + goal, needed)
        return np.bincount(held.topic[hit], minlength=held.gold.total.size)

    def most_spans(self, least: int | Fraction, k: int | None) -> Ints:
        """Return the most spans of each topic that `k` parts find together."""
        spans, topic = self._spans(least)
        n = self.held.gold.total.size
        goals, parts = offsets_from_owners(topic, n), offsets_from_owners(self.held.topic, n)
        best = np.zeros(n, np.int64)
        for one in np.flatnonzero((np.diff(goals) > 0) & (np.diff(parts) > 0)).tolist():
            mine = slice(goals[one], goals[one + 1])
            rows = slice(parts[one], parts[one + 1])
            wanted = Spans(*(column[mine] for column in spans))
            best[one] = most_found(self.held.low[rows], self.held.high[rows], wanted, k)
        return best

    def _spans(self, least: int | Fraction) -> tuple[Spans, Ints]:
        """Return the spans on the line, each place once, and the topics they belong to."""
        sets, gold = self.sets, self.held.gold
        rows = sets.distinct()
        pair, whole = sets.pair[rows], sets.whole[rows]
        low = np.where(whole, gold.pair_line[pair], gold.line(pair, sets.start[rows]))
        high = np.where(whole, gold.pair_line[pair + 1], gold.line(pair, sets.end[rows]))
        needed = np.where(whole, 1, need((sets.end - sets.start)[rows], least))
        order = np.lexsort((high, low))
        pair, low, high, needed = pair[order], low[order], high[order], needed[order]
        topic = gold.judged.judged_documents.topic[pair]
        twice = overlapping(low, high)
        if twice.any():
            name = gold.judged.topics[int(topic[np.argmax(twice)])]
            raise UsageError(
                f"Ceiling of {self.measure} is not known where spans of different groups "
                f"overlap (topic {name})"
            )
        return Spans(low, high, needed), topic


def offered(view: View, measure: str, unit: str = "characters") -> Offered:
    """Return what could have been returned for a run; an error names the `measure`."""
    held = view.memo(("held", unit), lambda: _held(view, measure, unit))
    return Offered(held, evidence_sets(view, measure), measure)


def _held(view: View, measure: str, unit: str) -> Holdings:
    gold = view.shared("gold line", lambda: GoldLine(view.assessments, measure))
    inventory = _inventory(view, measure, gold)
    if unit == "tokens":
        inventory.require_tokens(gold, measure)
    view.notes.extend(inventory.outside_notes(view.run.name, inventory.outside(view)))
    view.notes.extend(inventory.notes)
    places = with_listings(inventory.judged(gold), gold, [view], measure, unit)
    return gold.of_places(places)


def _inventory(view: View, measure: str, gold: GoldLine) -> InventoryPlaces:
    table = view.inventory
    if table is None:
        tree = view.structure
        if tree is None or not view.run.holds("elements", (view.run.element >= 0).any()):
            raise UsageError(spelt(f"ceilings {NO_INVENTORY}"))
        table = view.shared("every element", lambda: every_element(tree))
    placed = table
    return view.shared(
        ("inventory", id(placed)), lambda: InventoryPlaces(placed, view.assessments, gold)
    )


def every_element(tree: Structure) -> Inventory:
    """Take every element of a structure for the inventory of runs of elements."""
    doc = np.repeat(np.arange(len(tree.docs), dtype=np.int32), np.diff(tree.offsets))
    return Inventory(docs=tree.docs, doc=doc, start=tree.start, end=tree.end, source=tree.source)


def with_listings(
    places: Places, gold: GoldLine, views: list[View], measure: str, unit: str
) -> Places:
    """Add the parts of runs: what was returned evidently exists.

    Documents are codes of the assessments; those without relevant text are left out.
    """
    for one in views:
        if unit == "tokens":
            require_tokens(one, measure)
        code = np.append(one.run.docs.codes_in(gold.judged.qrels.docs).astype(np.int64), -1)
        code = np.where(np.append(gold.docs, False)[code], code, -1)
        mine = places_of_view(one)
        if unit == "tokens":
            _joined(places, mine, code).refuse_two_counts(one.run.name)
        places = both(places, mine.with_docs(code))
    return places


def _joined(places: Places, mine: Places, code: Ints) -> Places:
    doc = code[mine.doc]
    known: Flags = doc >= 0
    return Places(
        np.concatenate((places.doc, doc[known])),
        np.concatenate((places.start, mine.start[known])),
        np.concatenate((places.end, mine.end[known])),
        np.concatenate((places.tokens, mine.tokens[known])),
    )
