"""Units: what readers may be led to, and what a run returned, as trees of nodes.

A *unit* is what a user of a navigation measure wants: an ideal element, an
assessed tree, a highlighted span, or a part of the inventory that holds
highlighted text.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError
from partwise.geometry.limits import check_total, truncated
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolve.spans import extents
from partwise.kernels.intervals import lay_out
from partwise.kernels.ragged import offsets_from_lengths, owners
from partwise.navigation.destination_trees import members, trees_of
from partwise.navigation.node_sets import CoveredText, NodeSets, ranges
from partwise.navigation.references import NodeReferences, named_nodes
from partwise.navigation.results_and_targets import BLOCK, ResultsAndTargets
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.merged_names import MergedNames
from partwise.tables.names import EMPTY, Names

if TYPE_CHECKING:
    from partwise.geometry.view import View


Source = Literal["graded", "pairs", "highlights"]
"""What a topic's units come from: graded elements, pairs (e, s), highlighted text."""


class Destinations:
    """Results and possible units of a view, computed when first asked for.

    Parameters
    ----------
    view : View
        Run and assessments.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.qrels = view.assessments.qrels

    # -- the documents ---------------------------------------------------------------------

    @cached_property
    def space(self) -> Space:
        """All documents and elements that somebody names."""
        view, inventory = self.view, self.view.inventory
        docs = MergedNames(
            self.qrels.docs, view.run.docs, EMPTY if inventory is None else inventory.docs
        )
        elements = MergedNames(
            self.qrels.elements,
            view.run.elements,
            EMPTY if inventory is None else inventory.elements,
            self._judged_members[0],
            self._returned_members[0],
        )
        return Space(
            docs,
            elements,
            trees=view.assessments.trees,
            doc_ids=view.assessments.doc_ids,
            lenient=view.assessments.lenient,
            length=view.assessments.lengths.of,
            mean_length=self._mean_length,
            memo=view.memo,
            say=lambda note: view.notes.extend([note]),
            tables=[table for table in (self.qrels, view.run, inventory) if table is not None],
        )

    def _mean_length(self) -> float | None:
        """Mean length of the collection's documents; the assessments know too little of it."""
        judged = self.view.assessments
        if judged.structure is not None:
            return float(judged.structure.length.mean())
        for source in judged.lengths.sources:
            if source.docs is not self.qrels.docs and source.length.size:
                return float(source.length.mean())
        return None

    @cached_property
    def _judged_members(self) -> tuple[Names, Ints, Ints]:
        return members(self.qrels.trees)

    @cached_property
    def _returned_members(self) -> tuple[Names, Ints, Ints]:
        return members(self.view.run.trees)

    # -- results ---------------------------------------------------------------------------

    @cached_property
    def results(self) -> NodeSets:
        """The ranked results, topic by topic."""
        view, run, rows = self.view, self.view.run, self.view.rows
        topic = owners(offsets_from_lengths(view.listing.length))
        doc = np.append(self.space.docs.numbers[1], ABSENT)[run.doc[rows]]
        # Documents that a compact run leaves unnamed are listed once: no two are the same.
        doc = np.where(doc < 0, self.space.docs.size + np.arange(rows.size), doc)
        numbers = (self.space.elements.numbers[1], self.space.elements.numbers[4])
        found = trees_of(
            self.space, run, rows, doc, members=self._returned_members, numbers=numbers
        )
        self._clip(found.nodes, "part")
        return NodeSets(topic, found.nodes, found.offsets, np.ones(topic.size), found.stated)

    def _clip(self, nodes: Nodes, noun: str) -> None:
        """End passages where their documents end, in place."""
        known = self.space.length(nodes.doc)
        past = ~nodes.is_element & (known >= 0) & (nodes.end > known)
        if past.any():
            self.view.notes.add(truncated(noun), n=past.sum())
            nodes.start[past] = np.minimum(nodes.start, known)[past]
            nodes.end[past] = known[past]
            recognise(nodes)

    # -- what the assessors named ----------------------------------------------------------

    def topics_of(self, source: Source) -> Flags:
        """Topics whose units come from a source: the first that the topic has rows of."""
        graded, pairs = self._topics(self._graded), self._topics(self._paired)
        return {
            "graded": graded,
            "pairs": pairs & ~graded,
            "highlights": ~graded & ~pairs,
        }[source]

    def _topics(self, rows: Flags) -> Flags:
        found = np.zeros(self.view.n_topics, np.bool_)
        found[self.qrels.topic[rows]] = True
        return found

    @cached_property
    def _named(self) -> Flags:
        named: Flags = (self.qrels.element >= 0) | (self.qrels.tree >= 0)
        return named

    @cached_property
    def _graded(self) -> Flags:
        """Rows that give an element or tree one grade."""
        return self._named & ~np.isnan(self.qrels.grade)

    @cached_property
    def _paired(self) -> Flags:
        """Rows that give an element its specificity."""
        return ~np.isnan(self.qrels.s) & (self.qrels.start < 0) & (self.qrels.tree < 0)

    @cached_property
    def graded(self) -> NodeSets:
        """Elements and trees with a grade above 0."""
        rows = np.flatnonzero(self._graded & (self.qrels.grade > 0))
        rows = rows[np.argsort(self.qrels.topic[rows], kind="stable")]
        doc = self.space.docs.numbers[0][self.qrels.doc[rows]]
        numbers = (self.space.elements.numbers[0], self.space.elements.numbers[3])
        found = trees_of(
            self.space, self.qrels, rows, doc, members=self._judged_members, numbers=numbers
        )
        topic = self.qrels.topic[rows].astype(np.int64)
        return NodeSets(topic, found.nodes, found.offsets, self.qrels.grade[rows], found.stated)

    def elements(self, topic: Ints, row: Ints, value: Reals) -> NodeSets:
        """Elements of the structure, given by their rows, as units of topics."""
        structure = self.view.assessments.structure
        if structure is None:
            return NodeSets.singles(topic[:0], self.results.nodes.take(topic[:0]))
        code = np.full(len(structure.docs), ABSENT, np.int64)
        inside = self.space.in_structure(np.arange(self.space.docs.size))
        code[inside[inside >= 0]] = np.flatnonzero(inside >= 0)
        nodes = Nodes(
            self.space,
            code[structure.doc[row]],
            structure.start[row],
            structure.end[row],
            row,
            np.full(row.size, ABSENT, np.int64),
        )
        order = np.argsort(topic, kind="stable")
        return NodeSets.singles(topic[order], nodes.take(order), value[order])

    # -- highlighted text ------------------------------------------------------------------

    @cached_property
    def spans(self) -> NodeSets:
        """Every merged highlighted span, a whole document of unknown length included.

        A span is worth the greatest grade of the rows that it was merged from.
        """
        judged = self.view.assessments
        spans, pairs = judged._spans, judged.pairs
        pair = np.concatenate((owners(spans.offsets), np.flatnonzero(spans.endless)))
        start = np.append(spans.start, np.zeros(pair.size - spans.start.size, np.int64))
        end = np.append(spans.end, np.full(pair.size - spans.end.size, ABSENT, np.int64))
        order = np.lexsort((start, pair))
        pair, start, end = pair[order], start[order], end[order]
        none = np.full(pair.size, ABSENT, np.int64)
        doc = self.space.docs.numbers[0][pairs.doc[pair]]
        nodes = Nodes(self.space, doc, start, end, none, none.copy())
        recognise(nodes)
        return NodeSets.singles(pairs.topic[pair], nodes, self._worth(pair, start))

    def _worth(self, pair: Ints, start: Ints) -> Reals:
        """Greatest grade of the highlighted rows of each span."""
        pairs, judged = self.view.assessments.pairs, self.view.assessments
        rows = np.flatnonzero(pairs.highlighted)
        begin = extents(judged.qrels, rows, judged.structure)[0]
        at = np.lexsort((begin, pairs.of_row[rows]))
        rows, begin = rows[at], np.maximum(begin[at], 0)
        # Both lists ascend by pair and start: a row belongs to the last span not after it.
        key = np.concatenate((pair, pairs.of_row[rows]))
        where = np.concatenate((start, begin))
        row = np.concatenate((np.zeros(pair.size, np.int8), np.ones(rows.size, np.int8)))
        order = np.lexsort((row, where, key))
        span = np.cumsum(row[order] == 0) - 1
        worth = np.zeros(pair.size)
        is_row = row[order] == 1
        np.maximum.at(worth, span[is_row], pairs.row_grade[rows][order[is_row] - pair.size])
        return worth

    @cached_property
    def text(self) -> CoveredText:
        """Highlighted text of topics in documents, by number of the document."""
        judged = self.view.assessments
        spans, pairs = judged._spans, judged.pairs
        doc = self.space.docs.numbers[0][pairs.doc]
        order = np.lexsort((doc, pairs.topic))
        at, offsets = ranges(spans.offsets[order], spans.offsets[order + 1])
        return CoveredText(pairs.topic[order], doc[order], offsets, spans.start[at], spans.end[at])

    @cached_property
    def has_text(self) -> Flags:
        """Topics with highlighted text."""
        judged = self.view.assessments
        has = np.zeros(self.view.n_topics, np.bool_)
        has[judged.pairs.topic[(judged._spans.size > 0) | judged._spans.endless]] = True
        return has

    # -- the inventory ---------------------------------------------------------------------

    @cached_property
    def inventory(self) -> Nodes:
        """Distinct parts of the inventory, by document."""
        table = self.view.inventory
        if table is None:
            return self.results.nodes.take(np.empty(0, np.int64))
        rows = np.arange(len(table))
        doc = self.space.docs.numbers[2][table.doc]
        element = table.element if table.element.size else np.full(rows.size, ABSENT)
        number = self.space.elements.numbers[2]
        naming = NodeReferences(table, rows, doc, table.elements, element.astype(np.int64), number)
        nodes = named_nodes(self.space, naming)
        self._clip(nodes, "part of the inventory")
        return nodes.numbered()[0]

    @cached_property
    def parts(self) -> NodeSets:
        """Parts of the inventory that hold highlighted text of a topic.

        A part is worth the greatest grade of the spans that it meets.
        """
        spans, nodes = self.spans, self.inventory
        nodes = nodes.take(np.lexsort((nodes.start, nodes.doc)))
        for some in (spans.nodes, nodes.take(np.isin(nodes.doc, spans.nodes.doc))):
            if (at := first(some.end < 0)) is not None:
                document = self.space.document(int(some.doc[at]))
                raise MissingLengthError(None, document, "units=inventory")
        low, high = _candidates(nodes, spans.nodes)
        found: list[tuple[Ints, Ints, Reals]] = []
        block = np.cumsum(high - low) // BLOCK
        for rows in np.split(np.arange(low.size), np.flatnonzero(np.diff(block)) + 1):
            part, offsets = ranges(low[rows], high[rows])
            span = np.repeat(rows, np.diff(offsets))
            meets = np.maximum(nodes.start[part], spans.nodes.start[span]) < np.minimum(
                nodes.end[part], spans.nodes.end[span]
            )
            part, span = part[meets], span[meets]
            found.append((spans.topic[span], part, spans.value[span]))
        topic, part, value = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(topic, kind="stable")
        return NodeSets.singles(topic[order], nodes.take(part[order]), value[order])

    # -- together --------------------------------------------------------------------------

    def scene(self, units: NodeSets) -> ResultsAndTargets:
        """Results and units on one table of nodes."""
        return ResultsAndTargets.of(self.results, units, self.view.n_topics)


def _candidates(parts: Nodes, spans: Nodes) -> tuple[Ints, Ints]:
    """Range of the parts, by document and start, that may meet each span.

    A part that reaches into a span starts at most the longest part's length before it.
    """
    size = max(int(parts.doc.max(initial=0)), int(spans.doc.max(initial=0))) + 1
    longest, extent = np.zeros((2, size), np.int64)
    np.maximum.at(longest, parts.doc, np.maximum(parts.end - parts.start, 0))
    np.maximum.at(extent, parts.doc, parts.start)
    np.maximum.at(extent, spans.doc, np.maximum(spans.end, 0))
    check_total(extent, "parts")
    origin = lay_out(extent)
    begin = parts.start + origin[parts.doc]
    first = np.maximum(spans.start - longest[spans.doc], 0) + origin[spans.doc]
    last = np.maximum(spans.end, 0) + origin[spans.doc]
    low = np.searchsorted(begin, first)
    return low, np.maximum(np.searchsorted(begin, last), low)


def destinations(view: View) -> Destinations:
    """Return results and what readers want as trees of nodes, made once per view."""
    return view.memo("destinations", lambda: Destinations(view))
