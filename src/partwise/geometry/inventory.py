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
    Places,
    RelevantParts,
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
    sizes = np.full(cells.size, ABSENT, np.int64)
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
        sizes[number] = int(size)
    return sizes[which]


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
        is_found = start != LOST
        doc = inventory.doc[is_found].astype(np.int64)
        start, end = start[is_found], end[is_found]
        doc_length = judged.lengths.of(self.docs)[doc] if doc.size else doc
        whole = start < 0
        start = np.where(whole, 0, start)
        end = np.where(whole, np.where(doc_length < 0, ENDLESS, doc_length), end)
        past = (doc_length >= 0) & (end > doc_length)
        self.n_clipped, self.n_beyond = int(past.sum()), int((past & (start >= doc_length)).sum())
        start = np.where(past, np.minimum(start, doc_length), start)
        end = np.where(past, doc_length, end)
        tokens = table.tokens
        cost = np.full(doc.size, -1, np.int64) if tokens is None else tokens[is_found]
        self._rows = rows[is_found]
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
        """Notes on parts beyond the end of their documents."""
        notes = Notes()
        note_past_end(notes, "part", past=self.n_clipped, beyond=self.n_beyond)
        about: dict[str, Any] = {"subject": self._named, "subjects": "file", "whole": True}
        return [Note(note.template, level=note.level, **about, **note.facts) for note in notes]

    def outside_notes(self, run: str, outside: Flags) -> list[Note]:
        """Return notes on the parts of a run that are not in the inventory."""
        n, total, file = int(outside.sum()), int(outside.size), self.source
        if 2 * n > total:
            template = "{n} of {all:part} of {run} are not in {file}: another chunking?"
            return [Note(template, level="warning", n=n, all=total, run=run, file=file)]
        template = "{n:part} {n:is|are} not in {file}; {n:it was|they were} added for this run"
        return [Note(template, n=n, file=file, subject=run)] if n else []

    def require_tokens(self, gold: GoldLine, measure: str) -> None:
        """Raise RowsError for parts of relevant documents without a token count, or with two."""
        matters = np.append(gold.docs, False)[self._code][self.all.doc]
        tokens, text = self.all.tokens, self.all.start < self.all.end
        bad = matters & ((tokens < 0) | ((tokens == 0) & text))
        if (index := first(bad)) is not None:
            none = f"{measure} counts tokens, and this part has no token count"
            problem = none if tokens[index] < 0 else "a part with characters has at least 1 token"
            raise RowsError(self.source, [(int(self._rows[index]), problem)])
        self.all.take(matters).check_token_counts(self.source)

    def outside(self, view: View) -> Flags:
        """Mask of the parts of a run that are not in the inventory."""
        run_places = places_of_view(view)
        code = np.append(view.run.docs.codes_in(self.docs).astype(np.int64), -1)[run_places.doc]
        outside = code < 0
        in_run = np.zeros(len(self.docs), np.bool_)
        in_run[code[~outside]] = True
        run_docs_places = self.places.take(in_run[self.places.doc])
        outside[~outside] = ~_among(
            (code[~outside], run_places.start[~outside], run_places.end[~outside]),
            (run_docs_places.doc, run_docs_places.start, run_docs_places.end),
        )
        return outside


def _among(rows: tuple[Ints, ...], others: tuple[Ints, ...]) -> Flags:
    """Mask of the rows that are among the others. O((rows + others) log)."""
    n = rows[0].size
    columns = [np.concatenate(pair) for pair in zip(rows, others, strict=True)]
    is_row = np.arange(columns[0].size) < n
    order = np.lexsort((is_row, *reversed(columns)))  # the others first among equals
    opens = np.ones(order.size, np.bool_)
    opens[1:] = np.logical_or.reduce([c[order][1:] != c[order][:-1] for c in columns])
    listed = ~is_row[order]
    group = np.cumsum(opens) - 1
    is_listed = listed[np.flatnonzero(opens)][group] if order.size else opens
    among = np.zeros(order.size, np.bool_)
    among[order] = is_listed
    return among[:n]


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

    parts: RelevantParts
    """Each place once, by topic."""
    sets: EvidenceSets
    """The spans that are looked for."""
    measure: str
    """Measure name for error messages."""

    def hits(self, minimum: int | Fraction) -> Ints:
        """Count the parts of each topic that find a span by themselves."""
        sets, parts = self.sets, self.parts
        whole = np.zeros(len(parts.gold.judged.judged_documents), np.bool_)
        whole[sets.pair[sets.whole]] = True
        hit = whole[parts.pair]
        base = parts.gold.origin
        start, end = (parts.gold.on_axis(parts.pair, x) for x in (parts.start, parts.end))
        for layer in range(int(sets.layer.max(initial=-1)) + 1):
            rows = np.flatnonzero((sets.layer == layer) & ~sets.whole)
            needed = need((sets.end - sets.start)[rows], minimum)
            goal = base[sets.pair[rows]]
            hit |= finds_any(start, end, sets.start[rows] + goal, sets.end[rows] + goal, needed)
        return np.bincount(parts.topic[hit], minlength=parts.gold.total.size)

    def most_spans(self, minimum: int | Fraction, k: int | None) -> Ints:
        """Return the maximum number of spans of each topic that `k` parts find together."""
        spans, topic = self._spans(minimum)
        n = self.parts.gold.total.size
        goals, parts = offsets_from_owners(topic, n), offsets_from_owners(self.parts.topic, n)
        best = np.zeros(n, np.int64)
        for topic_number in np.flatnonzero((np.diff(goals) > 0) & (np.diff(parts) > 0)).tolist():
            topic_goals = slice(goals[topic_number], goals[topic_number + 1])
            rows = slice(parts[topic_number], parts[topic_number + 1])
            topic_spans = Spans(*(column[topic_goals] for column in spans))
            best[topic_number] = most_found(
                self.parts.low[rows], self.parts.high[rows], topic_spans, k
            )
        return best

    def _spans(self, minimum: int | Fraction) -> tuple[Spans, Ints]:
        """Return the spans on the line, each place once, and the topics they belong to."""
        sets, gold = self.sets, self.parts.gold
        rows = sets.distinct()
        pair, whole = sets.pair[rows], sets.whole[rows]
        low = np.where(whole, gold.pair_line[pair], gold.line(pair, sets.start[rows]))
        high = np.where(whole, gold.pair_line[pair + 1], gold.line(pair, sets.end[rows]))
        needed = np.where(whole, 1, need((sets.end - sets.start)[rows], minimum))
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
    parts = view.memo(("held", unit), lambda: _relevant_parts(view, measure, unit))
    return Offered(parts, evidence_sets(view, measure), measure)


def _relevant_parts(view: View, measure: str, unit: str) -> RelevantParts:
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
    for view in views:
        if unit == "tokens":
            require_tokens(view, measure)
        code = np.append(view.run.docs.codes_in(gold.judged.qrels.docs).astype(np.int64), -1)
        code = np.where(np.append(gold.docs, False)[code], code, -1)
        run_places = places_of_view(view)
        if unit == "tokens":
            _joined(places, run_places, code).check_token_counts(view.run.name)
        places = both(places, run_places.with_docs(code))
    return places


def _joined(places: Places, run_places: Places, code: Ints) -> Places:
    doc = code[run_places.doc]
    is_judged: Flags = doc >= 0
    return Places(
        np.concatenate((places.doc, doc[is_judged])),
        np.concatenate((places.start, run_places.start[is_judged])),
        np.concatenate((places.end, run_places.end[is_judged])),
        np.concatenate((places.tokens, run_places.tokens[is_judged])),
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
        n_all, n_relevant = (total.astype(np.int64) for total in sums)
        return n_all, n_relevant


def touched(view: View, measure: str, *, touching: bool) -> Touched:
    """Return the parts of the inventory that share a character with relevant text, or touch it."""
    table = view.inventory
    if table is None:
        raise UsageError(spelt(f"{measure} {NO_INVENTORY.replace('need', 'needs', 1)}"))
    key = ("touched", id(table), touching)
    return view.shared(key, lambda: _touched(view, table, measure, touching=touching))


def _touched(view: View, table: Inventory, measure: str, *, touching: bool) -> Touched:
    gold = view.shared("gold line", lambda: GoldLine(view.assessments, measure))
    inventory_places = view.shared(
        ("inventory", id(table)), lambda: InventoryPlaces(table, view.assessments, gold)
    )
    view.notes.extend(inventory_places.notes)
    places = inventory_places.judged(gold)
    gold.check_lengths(places)
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
"""Template of the note on ceilings that are only bounded."""


class Limit(NamedTuple):
    """Reading limit: the first `k` parts, or a budget."""

    k: int | None = None
    budget: int | None = None
    unit: str = "characters"

    @property
    def description(self) -> str:
        """The limit in words, for notes."""
        return "for this budget" if self.k is None else f"of {plural(self.k, 'part')}"


class Ceiling(NamedTuple):
    """Bounds of each topic's ceiling; equal where it is known."""

    low: Ints
    high: Ints


def ceiling(parts: RelevantParts, limit: Limit, n_shown: Ints) -> Ceiling:
    """Ceiling of each topic; `n_shown` is what an existing choice shows."""
    if limit.k is not None:
        return _for_parts(parts, limit, n_shown)
    if limit.budget is None:
        return Ceiling(parts.n_covered, parts.n_covered)
    return _for_budget(parts, limit, n_shown)


def room(parts: RelevantParts, limit: Limit) -> Ints:
    """Return the relevant characters of each topic that any chunking could show."""
    if limit.budget is not None:
        whole = parts.n_covered
        return np.minimum(whole, limit.budget) if limit.unit == "characters" else whole
    if limit.k is None:
        return parts.n_covered
    topic = parts.gold.judged.judged_documents.topic
    largest = _largest(parts.n_covered_in_pair, topic, limit.k, parts.n_covered.size)
    return np.minimum(parts.n_covered, largest)  # copies in two documents count once


def oracle(parts: RelevantParts, limit: Limit) -> GreedyChoice:
    """Rows of the parts that the oracle run lists, topic by topic in rank order."""
    cost = parts.cost(limit.unit)
    return choose(parts.pieces, cost, parts.topic, per_cost=limit.budget is not None)


def _largest(amount: Ints, topic: Ints, k: int, n: int) -> Ints:
    """Sum of the `k` largest amounts of each of `n` topics."""
    order = np.lexsort((-amount, topic))
    rank = rank_in_segment(offsets_from_owners(topic[order], n))
    total = np.zeros(n, np.int64)
    np.add.at(total, topic[order], np.where(rank <= k, amount[order], 0))
    return total


def _for_parts(parts: RelevantParts, limit: Limit, n_shown: Ints) -> Ceiling:
    """Exact on a line; with copies of text exact for few parts, else the oracle run's."""
    k, n = limit.k or 0, n_shown.size
    best = most_covered(parts.low, parts.high, parts.gold.border, k)[:, -1]
    copied = parts.gold.copies.topics
    if not copied.any():
        return Ceiling(best, best)
    chosen = oracle(parts, limit)
    rank = rank_in_segment(offsets_from_owners(chosen.topic, n))
    low = np.zeros(n, np.int64)
    np.add.at(low, chosen.topic[rank <= k], chosen.gain[rank <= k])
    low = np.maximum(low, n_shown)
    holds = np.zeros(len(parts), np.int64)
    np.add.at(holds, parts.pieces[0], parts.pieces[2] - parts.pieces[1])
    high = np.minimum(room(parts, limit), _largest(holds, parts.topic, k, n))
    low, high = np.where(copied, low, best), np.where(copied, high, best)
    offsets = offsets_from_owners(parts.topic, n)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if rows.size <= MOST_PARTS:
            subsets = _subsets(parts, rows)
            low[topic] = high[topic] = subsets.covered[subsets.count <= k].max()
    return Ceiling(low, high)


def _subsets(parts: RelevantParts, rows: Ints) -> Subsets:
    pieces = parts.gold.copies.pieces(parts.low[rows], parts.high[rows])
    return Subsets(ReadPieces(pieces.row, pieces.source_low, pieces.low, pieces.high), rows.size)


def _for_budget(parts: RelevantParts, limit: Limit, n_shown: Ints) -> Ceiling:
    budget, unit = limit.budget or 0, limit.unit
    high = room(parts, limit).copy()
    low = n_shown.copy()
    for per_cost in (True, False):
        open_still = low < high
        if open_still.any():
            chosen = choose(parts.pieces, parts.cost(unit), parts.topic, per_cost=per_cost)
            low = np.maximum(low, _read(parts, chosen, budget, unit))
    offsets = offsets_from_owners(parts.topic, high.size)
    for topic in np.flatnonzero(low < high).tolist():
        rows = np.arange(offsets[topic], offsets[topic + 1])
        if parts.gold.copies.topics[topic]:
            if rows.size <= MOST_PARTS:
                low[topic] = high[topic] = _best_subset(parts, rows, budget, unit)
            continue
        offers = _offers(parts, slice(offsets[topic], offsets[topic + 1]), topic, unit)
        best = most_for_budget(offers, budget)
        if best is None:
            high[topic] = min(high[topic], most_at_any_price(offers, budget))
        else:
            low[topic] = high[topic] = best
    return Ceiling(low, high)


def _best_subset(parts: RelevantParts, rows: Ints, budget: int, unit: str) -> int:
    """Try all subsets that the budget pays for, and the beginning of one more part."""
    subsets = _subsets(parts, rows)
    cost, size = parts.cost(unit)[rows], (parts.end - parts.start)[rows]
    remaining_budget = budget - subsets.total(cost)
    paid, covered = remaining_budget >= 0, subsets.covered
    best = int(covered[paid].max())
    for part, row in enumerate(rows.tolist()):
        readable = np.clip(size[part] * remaining_budget // cost[part], 0, size[part])
        pair = np.full(remaining_budget.size, parts.pair[row])
        until = parts.gold.line(pair, parts.start[row] + readable)
        best = max(best, int((covered + subsets.added(part, until))[paid].max()))
    return best


def _read(parts: RelevantParts, chosen: GreedyChoice, budget: int, unit: str) -> Ints:
    """Return the relevant characters of each topic that these parts show for the budget."""
    row, gold = chosen.row, parts.gold
    cost, size = parts.cost(unit)[row], (parts.end - parts.start)[row]
    paid = running_count(cost, offsets_from_owners(chosen.topic, gold.total.size))
    readable = np.clip(size * (budget - paid + cost) // np.maximum(cost, 1), 0, size)
    until = gold.line(parts.pair[row], parts.start[row] + readable)
    return gold.by_topic(gold.union(parts.low[row], until))


def _offers(parts: RelevantParts, rows: slice, topic: int, unit: str) -> Offers:
    gold = parts.gold
    pairs = gold.judged.judged_documents
    low, high = np.searchsorted(gold.owner, pairs.offsets[topic : topic + 2])
    spans = slice(low, high)
    span_size = gold.span_end[spans] - gold.span_start[spans]
    line = gold.border[topic] + np.concatenate(([0], np.cumsum(span_size)))[:-1]
    return Offers(
        parts.low[rows],
        parts.high[rows],
        parts.cost(unit)[rows],
        (parts.end - parts.start)[rows],
        gold.origin[parts.pair[rows]] + parts.start[rows],
        line,
        gold.axis[0][spans],
    )
