"""Parts of an inventory that meet or touch relevant text, for each topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError
from partwise.geometry.gold_line import GoldLine, GoldParts
from partwise.geometry.inventory_places import InventoryPlaces
from partwise.geometry.offered import NO_INVENTORY
from partwise.kernels.intervals import covered_before, lay_out, merge, overlapping
from partwise.kernels.ragged import sum_by
from partwise.spelling import spelt

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.tables.lengths import Inventory


class Touched(GoldParts):
    """Parts that could have been returned and concern relevant text, once for each topic."""

    def characters(self) -> tuple[Ints, Ints]:
        """Count the characters of each topic's parts, all and those that are relevant."""
        gold, pairs = self.gold, self.gold.judged.judged_documents
        extent = np.zeros(len(pairs), np.int64)
        np.maximum.at(extent, self.pair, self.end)
        np.maximum.at(extent, gold.owner, gold.span_end)
        origin = lay_out(extent)
        low, high = merge(self.start + origin[self.pair], self.end + origin[self.pair])
        base = origin[gold.owner]
        relevant = gold.span_start + base, gold.span_end + base
        both = covered_before(high, *relevant) - covered_before(low, *relevant)
        topic = pairs.topic[np.searchsorted(origin, low, "right") - 1]
        sums = (sum_by(topic, x.astype(np.float64), gold.total.size) for x in (high - low, both))
        shown, found = (total.astype(np.int64) for total in sums)
        return shown, found


def touched(view: View, measure: str, *, touching: bool) -> Touched:
    """Return the parts of the inventory that share a character with relevant text, or touch it."""
    table = view.inventory
    if table is None:
        raise UsageError(spelt(f"{measure} {NO_INVENTORY.replace('need', 'needs', 1)}"))
    key = ("touched", id(table), touching)
    return view.shared(key, lambda: _touched(view, table, measure, touching=touching))


def _touched(view: View, table: Inventory, measure: str, *, touching: bool) -> Touched:
    gold = view.shared("gold line", lambda: GoldLine(view.assessments, measure))
    known = view.shared(
        ("inventory", id(table)), lambda: InventoryPlaces(table, view.assessments, gold)
    )
    view.notes.extend(known.notes)
    places = known.judged(gold)
    gold.refuse_endless(places)
    doc = gold.judged.judged_documents.doc[gold.owner]
    extent = np.zeros(len(gold.judged.qrels.docs), np.int64)
    np.maximum.at(extent, places.doc, places.end)
    np.maximum.at(extent, doc, gold.span_end)
    origin = lay_out(extent)
    base = origin[places.doc]
    span, row = overlapping(
        gold.span_start + origin[doc],
        gold.span_end + origin[doc],
        places.start + base,
        places.end + base,
        touching=touching,
    )
    pair, row = np.unique(np.stack((gold.owner[span], row)), axis=1)
    return Touched(gold, pair, places.start[row], places.end[row])
