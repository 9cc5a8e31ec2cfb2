"""Passages of an inventory: their places, relevant text that they offer, and ceilings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError, quote
from partwise.geometry.base import MOST, note_past_end
from partwise.geometry.evidence_sets import EvidenceSets, evidence_sets
from partwise.geometry.relevant_text import (
    ENDLESS,
    GoldLine,
    GoldParts,
    Holdings,
    Places,
    both,
    places_of_view,
    require_tokens,
)
from partwise.geometry.spans import LOST, extents, located
from partwise.kernels.coverage import (
    MOST_PARTS,
    GreedyChoice,
    ReadPieces,
    Spans,
    Subsets,
    choose,
    most_covered,
    most_found,
    overlaps_before,
)
from partwise.kernels.coverage_budgets import Offers, most_at_any_price, most_for_budget
from partwise.kernels.intervals import covered_before, finds_any, lay_out, merge, need, overlapping
from partwise.kernels.ragged import (
    distinct,
    offsets_from_owners,
    rank_in_segment,
    running_count,
    sum_by,
)
from partwise.messages import Note, Notes, plural
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT, first
from partwise.tables.lengths import Inventory
from partwise.tables.names import Names
from partwise.tables.problems import RowsError
from partwise.tables.run import Run

if TYPE_CHECKING:
    from fractions import Fraction

    from partwise._typing import Flags
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.view import View
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure


def stated_sizes(table: Run | Qrels, rows: Ints) -> Ints:
    """Characters that the column ``size`` gives the part of each row, -1 where it gives none."""
    column = table.extra.get("size")
    if column is None:
        return np.full(rows.size, ABSENT, np.int64)
    text = np.array(["" if cell is None else str(cell) for cell in column[rows].tolist()])
    cells, which = np.unique(text, return_inverse=True)
    known = np.full(cells.size, ABSENT, np.int64)
    for number, cell in enumerate(cells.tolist()):
        if cell.lower() in ("", "nan"):
            continue
        try:
            size = float(cell)
        except ValueError:
            size = ABSENT
        if not 0 <= size < MOST or size % 1:
            row = int(rows[np.argmax(which == number)])
            problem = f"size {quote(cell)} is not a number of characters"
            raise RowsError(table.source, [(row, problem)])
        known[number] = int(size)
    return known[which]


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
        twice = overlaps_before(low, high)
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


BOUNDED = "for {n} of {all:topic} the best choice {within} is only bounded"
"""What is said of ceilings that are not known exactly."""


class Limit(NamedTuple):
    """What is read: the first `k` parts, or what a budget pays for."""

    k: int | None = None
    budget: int | None = None
    unit: str = "characters"

    @property
    def words(self) -> str:
        """Within what a choice is best."""
        return "for this budget" if self.k is None else f"of {plural(self.k, 'part')}"


class Ceiling(NamedTuple):
    """Bounds of each topic's ceiling; equal where it is known."""

    low: Ints
    high: Ints


def ceiling(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    """Ceiling of each topic; `shown` is what an existing choice shows."""
    if limit.k is not None:
        return _for_parts(held, limit, shown)
    if limit.budget is None:
        return Ceiling(held.held, held.held)
    return _for_budget(held, limit, shown)


def room(held: Holdings, limit: Limit) -> Ints:
    """Return what any way of cutting the same text into parts could show of each topic."""
    if limit.budget is not None:
        whole = held.held
        return np.minimum(whole, limit.budget) if limit.unit == "characters" else whole
    if limit.k is None:
        return held.held
    topic = held.gold.judged.judged_documents.topic
    most = _largest(held.held_in_pair, topic, limit.k, held.held.size)
    return np.minimum(held.held, most)  # copies in two documents count once


def oracle(held: Holdings, limit: Limit) -> GreedyChoice:
    """Rows of the parts that the oracle run lists, topic by topic in rank order."""
    cost = held.cost(limit.unit)
    return choose(held.pieces, cost, held.topic, per_cost=limit.budget is not None)


def _largest(amount: Ints, topic: Ints, k: int, n: int) -> Ints:
    """Sum of the `k` largest amounts of each of `n` topics."""
    order = np.lexsort((-amount, topic))
    rank = rank_in_segment(offsets_from_owners(topic[order], n))
    total = np.zeros(n, np.int64)
    np.add.at(total, topic[order], np.where(rank <= k, amount[order], 0))
    return total


def _for_parts(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    """Exact on a line; with copies of text exact for few parts, else the oracle run's."""
    k, n = limit.k or 0, shown.size
    best = most_covered(held.low, held.high, held.gold.border, k)[:, -1]
    copied = held.gold.copies.topics
    if not copied.any():
        return Ceiling(best, best)
    chosen = oracle(held, limit)
    rank = rank_in_segment(offsets_from_owners(chosen.topic, n))
    low = np.zeros(n, np.int64)
    np.add.at(low, chosen.topic[rank <= k], chosen.gain[rank <= k])
    low = np.maximum(low, shown)
    holds = np.zeros(len(held), np.int64)
    np.add.at(holds, held.pieces[0], held.pieces[2] - held.pieces[1])
    high = np.minimum(room(held, limit), _largest(holds, held.topic, k, n))
    low, high = np.where(copied, low, best), np.where(copied, high, best)
    offsets = offsets_from_owners(held.topic, n)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if rows.size <= MOST_PARTS:
            subsets = _subsets(held, rows)
            low[topic] = high[topic] = subsets.covered[subsets.count <= k].max()
    return Ceiling(low, high)


def _subsets(held: Holdings, rows: Ints) -> Subsets:
    pieces = held.gold.copies.pieces(held.low[rows], held.high[rows])
    return Subsets(ReadPieces(pieces.row, pieces.own, pieces.low, pieces.high), rows.size)


def _for_budget(held: Holdings, limit: Limit, shown: Ints) -> Ceiling:
    budget, unit = limit.budget or 0, limit.unit
    high = room(held, limit).copy()
    low = shown.copy()
    for per_cost in (True, False):
        open_still = low < high
        if open_still.any():
            chosen = choose(held.pieces, held.cost(unit), held.topic, per_cost=per_cost)
            low = np.maximum(low, _read(held, chosen, budget, unit))
    offsets = offsets_from_owners(held.topic, high.size)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if held.gold.copies.topics[topic]:
            if rows.size <= MOST_PARTS:
                low[topic] = high[topic] = _best_subset(held, rows, budget, unit)
            continue
        offers = _offers(held, slice(offsets[topic], offsets[topic + 1]), topic, unit)
        best = most_for_budget(offers, budget)
        if best is None:
            high[topic] = min(high[topic], most_at_any_price(offers, budget))
        else:
            low[topic] = high[topic] = best
    return Ceiling(low, high)


def _best_subset(held: Holdings, rows: Ints, budget: int, unit: str) -> int:
    """Try all subsets that the budget pays for, and the beginning of one more part."""
    subsets = _subsets(held, rows)
    cost, size = held.cost(unit)[rows], (held.end - held.start)[rows]
    left = budget - subsets.total(cost)
    paid, covered = left >= 0, subsets.covered
    best = int(covered[paid].max())
    for part, row in enumerate(rows.tolist()):
        readable = np.clip(size[part] * left // cost[part], 0, size[part])
        pair = np.full(left.size, held.pair[row])
        until = held.gold.line(pair, held.start[row] + readable)
        best = max(best, int((covered + subsets.added(part, until))[paid].max()))
    return best


def _read(held: Holdings, chosen: GreedyChoice, budget: int, unit: str) -> Ints:
    """Return what a run of these parts shows of each topic for the budget."""
    row, gold = chosen.row, held.gold
    cost, size = held.cost(unit)[row], (held.end - held.start)[row]
    paid = running_count(cost, offsets_from_owners(chosen.topic, gold.total.size))
    readable = np.clip(size * (budget - paid + cost) // np.maximum(cost, 1), 0, size)
    until = gold.line(held.pair[row], held.start[row] + readable)
    return gold.by_topic(gold.union(held.low[row], until))


def _offers(held: Holdings, rows: slice, topic: int, unit: str) -> Offers:
    gold = held.gold
    pairs = gold.judged.judged_documents
    low, high = np.searchsorted(gold.owner, pairs.offsets[topic : topic + 2])
    spans = slice(low, high)
    span_size = gold.span_end[spans] - gold.span_start[spans]
    line = gold.border[topic] + np.concatenate(([0], np.cumsum(span_size)))[:-1]
    return Offers(
        held.low[rows],
        held.high[rows],
        held.cost(unit)[rows],
        (held.end - held.start)[rows],
        gold.origin[held.pair[rows]] + held.start[rows],
        line,
        gold.axis[0][spans],
    )
