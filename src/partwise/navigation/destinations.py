"""Destinations: what readers may be led to, and what a run returned, as trees of nodes.

A target of a user of a navigation measure is an ideal element, an assessed
tree, a highlighted span, or a part of the inventory that holds highlighted text.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.limits import note_past_end
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.kernels.ragged import offsets_from_lengths, owners
from partwise.navigation import highlights
from partwise.navigation.listed_sizes import with_listed_sizes
from partwise.navigation.node_sets import NodeSets
from partwise.navigation.references import NodeReferences, named_nodes, named_trees, tree_members
from partwise.tables.columns import ABSENT
from partwise.tables.merged_names import MergedNames
from partwise.tables.names import EMPTY, Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from partwise.geometry.assessments.joined import Assessments
    from partwise.geometry.memo import Memo
    from partwise.geometry.retrieval import Retrieval
    from partwise.geometry.view import View
    from partwise.messages import Notes
    from partwise.navigation.covered_text import CoveredText
    from partwise.tables.lengths import Inventory

Source = Literal["graded", "pairs", "highlights"]
"""What a topic's targets come from: graded elements, pairs (e, s), highlighted text."""


class Destinations:
    """Results and possible targets of a view, computed when first asked for.

    Parameters
    ----------
    retrieval : Retrieval
        Run and assessments.
    table : Inventory, optional
        All parts that could have been returned.
    models, shared : Memo
        What user models keep, for one run and for all.
    step : callable, optional
        Is told how far long work is.
    """

    def __init__(
        self,
        retrieval: Retrieval,
        table: Inventory | None,
        models: Memo,
        *,
        shared: Memo | None = None,
        step: Callable[[str], None] | None = None,
    ) -> None:
        self.retrieval = retrieval
        self.assessments = retrieval.assessments
        self.qrels = retrieval.assessments.qrels
        self.notes = retrieval.notes
        self.table = table
        self._models, self._shared, self._step = models, shared, step

    # -- the documents ---------------------------------------------------------------------

    @cached_property
    def space(self) -> Space:
        """All documents and elements that somebody names."""
        judged, run, table, notes = self.assessments, self.retrieval.run, self.table, self.notes
        docs = MergedNames(self.qrels.docs, run.docs, EMPTY if table is None else table.docs)
        elements = MergedNames(
            self.qrels.elements,
            run.elements,
            EMPTY if table is None else table.elements,
            self._judged_members[0],
            self._returned_members[0],
        )
        return Space(
            docs,
            elements,
            trees=judged.trees,
            doc_ids=judged.doc_ids,
            lenient=judged.lenient,
            parts=None if table is None else partial(_listed_parts, table, notes),
            length=judged.lengths.of,
            mean_length=partial(_mean_length, judged),
            memo=self._models,
            say=lambda note: notes.extend([note]),
            tables=[given for given in (self.qrels, run, table) if given is not None],
            topics=judged.topics,
            shared=self._shared,
            step=self._step,
        )

    @cached_property
    def _judged_members(self) -> tuple[Names, Ints, Ints]:
        return tree_members(self.qrels.trees)

    @cached_property
    def _returned_members(self) -> tuple[Names, Ints, Ints]:
        return tree_members(self.retrieval.run.trees)

    # -- results ---------------------------------------------------------------------------

    @cached_property
    def results(self) -> NodeSets:
        """The ranked results, topic by topic."""
        run, rows = self.retrieval.run, self.retrieval.rows
        topic = owners(offsets_from_lengths(self.retrieval.ranking.length))
        doc = np.append(self.space.docs.numbers[1], ABSENT)[run.doc[rows]]
        # Documents that nobody names are listed once: no two are the same.
        doc = np.where(doc < 0, self.space.docs.size + np.arange(rows.size), doc)
        numbers = (self.space.elements.numbers[1], self.space.elements.numbers[4])
        found = named_trees(
            self.space, run, rows, doc, members=self._returned_members, numbers=numbers
        )
        _clip(found.nodes, "part", self.notes)
        sets = NodeSets(topic, found.nodes, found.offsets, np.ones(topic.size), found.stated)
        return self._sized(sets)

    def _sized(self, sets: NodeSets) -> NodeSets:
        """Take over the sizes that the inventory states."""
        table = self.table
        if table is None or table.size is None:
            return sets
        rows = np.flatnonzero(table.size >= 0)
        return with_listed_sizes(sets, _nodes_of_rows(table, rows, self.space), table.size[rows])

    # -- what the assessors named ----------------------------------------------------------

    def topics_of(self, source: Source) -> Flags:
        """Topics whose targets come from a source: the first that the topic has rows of."""
        graded, pairs = self._topics(self._graded), self._topics(self._paired)
        return {
            "graded": graded,
            "pairs": pairs & ~graded,
            "highlights": ~graded & ~pairs,
        }[source]

    def _topics(self, rows: Flags) -> Flags:
        found = np.zeros(self.assessments.n_topics, np.bool_)
        found[self.qrels.topic[rows]] = True
        return found

    @cached_property
    def _graded(self) -> Flags:
        """Rows that give an element or tree one grade."""
        named = (self.qrels.element >= 0) | (self.qrels.tree >= 0)
        graded: Flags = named & ~np.isnan(self.qrels.grade)
        return graded

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
        found = named_trees(
            self.space, self.qrels, rows, doc, members=self._judged_members, numbers=numbers
        )
        topic = self.qrels.topic[rows].astype(np.int64)
        grade = self.qrels.grade[rows]
        return self._sized(NodeSets(topic, found.nodes, found.offsets, grade, found.stated))

    def elements(self, topic: Ints, row: Ints, value: Reals) -> NodeSets:
        """Elements of the structure, given by their rows, as targets of topics."""
        structure = self.assessments.elements.trees.structure
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
        """Every merged highlighted span, a whole document of unknown length included."""
        return highlights.merged_spans(self.assessments, self.space)

    @cached_property
    def text(self) -> CoveredText:
        """Highlighted text of topics in documents, by number of the document."""
        return highlights.text(self.assessments, self.space)

    @cached_property
    def has_text(self) -> Flags:
        """Topics with highlighted text."""
        return highlights.has_text(self.assessments)

    # -- the inventory ---------------------------------------------------------------------

    @cached_property
    def inventory(self) -> Nodes:
        """Distinct parts of the inventory, by document."""
        parts = self.space.parts
        return self.results.nodes.take(np.empty(0, np.int64)) if parts is None else parts

    @cached_property
    def parts(self) -> NodeSets:
        """Parts of the inventory that hold highlighted text of a topic."""
        return highlights.parts_with_text(self.inventory, self.spans)


def destinations(view: View) -> Destinations:
    """Return results and what readers want as trees of nodes, made once per view."""
    return view.memo(
        "destinations",
        lambda: Destinations(
            view.retrieval, view.inventory, view.models, shared=view.shared, step=view.step
        ),
    )


def _listed_parts(table: Inventory, notes: Notes, space: Space) -> Nodes:
    """Distinct parts of the inventory, by document."""
    nodes = _nodes_of_rows(table, np.arange(len(table)), space)
    _clip(nodes, "listed part", notes)
    return nodes.numbered()[0]


def _nodes_of_rows(table: Inventory, rows: Ints, space: Space) -> Nodes:
    """Nodes of some rows of the inventory."""
    doc = space.docs.numbers[2][table.doc[rows]]
    element = table.element[rows].astype(np.int64)
    number = space.elements.numbers[2]
    return named_nodes(space, NodeReferences(table, rows, doc, table.elements, element, number))


def _clip(nodes: Nodes, noun: str, notes: Notes) -> None:
    """End passages where their documents end, in place."""
    known = nodes.space.length(nodes.doc)
    past = ~nodes.is_element & (known >= 0) & (nodes.end > known)
    beyond = int((past & (nodes.start >= known)).sum())
    note_past_end(notes, noun, past=int(past.sum()), beyond=beyond)
    if past.any():
        nodes.start[past] = np.minimum(nodes.start, known)[past]
        nodes.end[past] = known[past]
        recognise(nodes)


def _mean_length(judged: Assessments) -> float | None:
    """Mean length of the collection's documents; the assessments know too little of it."""
    if judged.structure is not None:
        return float(judged.structure.length.mean())
    for source in judged.lengths.sources:
        if source.docs is not judged.qrels.docs and source.length.size:
            return float(source.length.mean())
    return None
