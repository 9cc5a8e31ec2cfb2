"""Destinations of readers: the nodes and highlights that results and judgements name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, UsageError, quote
from partwise.geometry.assessed_elements import raise_missing
from partwise.geometry.base import check_total, note_past_end
from partwise.geometry.inventory import stated_sizes
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.spans import LOST, extents, located
from partwise.kernels.intervals import lay_out
from partwise.kernels.ragged import distinct, offsets_from_lengths, owners, range_blocks, ranges
from partwise.navigation.results_and_targets import CoveredText, NodeSets
from partwise.tables.columns import ABSENT, first
from partwise.tables.names import EMPTY, MergedNames, Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from partwise.geometry.assessments import Assessments
    from partwise.geometry.base import Memo
    from partwise.geometry.resolution import Trees
    from partwise.geometry.retrieval import Retrieval
    from partwise.geometry.view import View
    from partwise.messages import Notes
    from partwise.tables.lengths import Inventory
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


CANDIDATE_BLOCK = 1 << 18
"""Pairs of a part and a span that are looked at in one go."""


def merged_spans(judged: Assessments, space: Space) -> NodeSets:
    """Every merged highlighted span, a whole document of unknown length included.

    A span is worth the greatest grade of the rows that it was merged from.
    """
    spans, documents = judged.known_highlights, judged.judged_documents
    pair = np.concatenate((owners(spans.offsets), np.flatnonzero(spans.endless)))
    start = np.append(spans.start, np.zeros(pair.size - spans.start.size, np.int64))
    end = np.append(spans.end, np.full(pair.size - spans.end.size, ABSENT, np.int64))
    order = np.lexsort((start, pair))
    pair, start, end = pair[order], start[order], end[order]
    none = np.full(pair.size, ABSENT, np.int64)
    doc = space.docs.numbers[0][documents.doc[pair]]
    nodes = Nodes(space, doc, start, end, none, none.copy())
    recognise(nodes)
    return NodeSets.singles(documents.topic[pair], nodes, _worth(judged, pair, start))


def _worth(judged: Assessments, pair: Ints, start: Ints) -> Reals:
    """Greatest grade of the highlighted rows of each span."""
    documents = judged.judged_documents
    rows = np.flatnonzero(documents.highlighted)
    begin = extents(judged.qrels, rows, judged.structure)[0]
    order_by_start = np.lexsort((begin, documents.of_row[rows]))
    rows, begin = rows[order_by_start], np.maximum(begin[order_by_start], 0)
    # Both lists ascend by pair and start: a row belongs to the last span not after it.
    key = np.concatenate((pair, documents.of_row[rows]))
    where = np.concatenate((start, begin))
    row = np.concatenate((np.zeros(pair.size, np.int8), np.ones(rows.size, np.int8)))
    order = np.lexsort((row, where, key))
    span = np.cumsum(row[order] == 0) - 1
    worth = np.zeros(pair.size)
    is_row = row[order] == 1
    np.maximum.at(worth, span[is_row], documents.row_grade[rows][order[is_row] - pair.size])
    return worth


def parts_with_text(nodes: Nodes, spans: NodeSets) -> NodeSets:
    """Parts of the inventory that hold highlighted text of a topic.

    A part is worth the greatest grade of the spans that it meets.
    """
    nodes = nodes.take(np.lexsort((nodes.start, nodes.doc)))
    for placed in (spans.nodes, nodes.take(np.isin(nodes.doc, spans.nodes.doc))):
        if (row := first(placed.end < 0)) is not None:
            document = nodes.space.document(int(placed.doc[row]))
            raise MissingLengthError(None, document, "units=inventory")
    blocks: list[tuple[Ints, Ints, Reals]] = []
    for span, part in range_blocks(*_candidates(nodes, spans.nodes), CANDIDATE_BLOCK):
        meets = np.maximum(nodes.start[part], spans.nodes.start[span]) < np.minimum(
            nodes.end[part], spans.nodes.end[span]
        )
        blocks.append((spans.topic[span[meets]], part[meets], spans.value[span[meets]]))
    topic, part, value = (np.concatenate(column) for column in zip(*blocks, strict=True))
    order = np.argsort(topic, kind="stable")
    return NodeSets.singles(topic[order], nodes.take(part[order]), value[order])


def _candidates(parts: Nodes, spans: Nodes) -> tuple[Ints, Ints]:
    """Range of the parts, by document and start, that may meet each span.

    A part that reaches into a span starts at most the longest part's length before it.
    """
    size = max(int(parts.doc.max(initial=0)), int(spans.doc.max(initial=0))) + 1
    longest, extent = np.zeros((2, size), np.int64)
    np.maximum.at(longest, parts.doc, parts.end - parts.start)
    np.maximum.at(extent, parts.doc, parts.start)
    np.maximum.at(extent, spans.doc, spans.end)
    check_total(extent, "parts")
    origin = lay_out(extent)
    begin = parts.start + origin[parts.doc]
    first = np.maximum(spans.start - longest[spans.doc], 0) + origin[spans.doc]
    last = spans.end + origin[spans.doc]
    return np.searchsorted(begin, first), np.searchsorted(begin, last)


def with_listed_sizes(sets: NodeSets, listed: Nodes, size: Ints) -> NodeSets:
    """Give single nodes the size that the inventory states; raise if another is stated.

    Parameters
    ----------
    sets : NodeSets
        Results or targets.
    listed, size : Nodes, ndarray
        Parts of the inventory, and the size of each.
    """
    if not len(listed):
        return sets
    numbers = listed.joined(sets.nodes).numbered()[1]
    listed_number, set_number = numbers[: len(listed)], numbers[len(listed) :]
    size_of_number = np.full(int(numbers.max(initial=0)) + 1, ABSENT, np.int64)
    size_of_number[listed_number[::-1]] = size[::-1]
    if (row := first(size_of_number[listed_number] != size)) is not None:
        raise _two_sizes(listed, row, int(size_of_number[listed_number[row]]), int(size[row]))
    alone = np.diff(sets.offsets) == 1
    node = sets.offsets[:-1][alone]
    listed_size, stated = size_of_number[set_number[node]], sets.stated.copy()
    differs = (listed_size >= 0) & (stated[alone] >= 0) & (listed_size != stated[alone])
    if (row := first(differs)) is not None:
        raise _two_sizes(sets.nodes, int(node[row]), int(stated[alone][row]), int(listed_size[row]))
    stated[alone] = np.where(stated[alone] < 0, listed_size, stated[alone])
    return replace(sets, stated=stated)


def _two_sizes(nodes: Nodes, node: int, first_size: int, second_size: int) -> Exception:
    named = f"{nodes.place(node)} of document {nodes.space.document(int(nodes.doc[node]))}"
    problem = f"size of {named} is {first_size:,} in one row, {second_size:,} in another"
    return nodes.space.at_node(nodes, node, problem)


@dataclass(frozen=True, eq=False)
class NodeReferences:
    """References of table rows to nodes, by element, offsets or document."""

    table: Run | Qrels | Inventory
    """The rows; it gives their offsets."""
    row: Ints
    doc: Ints
    """Row of the table, number of the document."""
    elements: Names
    """Element names."""
    element: Ints
    """Code of the element; -1 = absent."""
    number: Ints
    """Number in the space of each element name."""
    member: bool = False
    """Rows name members of trees: their offsets are not those of the row."""

    def offsets(self) -> tuple[Ints, Ints]:
        """Offsets as the rows give them; -1 = absent."""
        table = self.table
        if self.member:
            return _none(self.row.size), _none(self.row.size)
        return table.start[self.row].astype(np.int64), table.end[self.row].astype(np.int64)

    @property
    def ranged(self) -> Flags:
        """Rows that name a range of elements."""
        last = getattr(self.table, "last", None)
        if last is None or self.member:
            return np.zeros(self.row.size, np.bool_)
        ranged: Flags = (last[self.row] >= 0) & (last[self.row] != self.table.element[self.row])
        return ranged


def named_nodes(space: Space, references: NodeReferences) -> Nodes:
    """Nodes that rows name.

    A row without offsets and element is the root element or, without a structure, the
    passage ``[0, length)``; a range of elements, or of points in them, is a passage.
    """
    start, end = references.offsets()
    size = references.row.size
    nodes = Nodes(space, references.doc, start, end, _none(size), _none(size))
    if space.trees is None:
        names = np.append(references.number, ABSENT)[references.element]
        nodes.name[:] = np.where(references.ranged, ABSENT, names)
        _stretch(nodes, references, np.flatnonzero(references.ranged & (start < 0)))
    else:
        _resolve(nodes, references, space.trees)
    whole = (nodes.start < 0) & (references.element < 0)
    nodes.end[whole] = space.length(references.doc[whole])
    nodes.start[whole] = 0
    recognise(nodes)
    return nodes


def _none(size: int) -> Ints:
    return np.full(size, ABSENT, np.int64)


def _resolve(nodes: Nodes, references: NodeReferences, trees: Trees) -> None:
    """Find elements and whole documents in the structure, in place; raise on missing ones."""
    structure, ranged = trees.structure, references.ranged
    by_element = np.flatnonzero(~ranged & ((references.element >= 0) | (nodes.start < 0)))
    inside = nodes.space.in_structure(nodes.doc[by_element])
    element_row = trees.find(
        inside, references.elements, references.element[by_element].astype(np.int32)
    )
    matched, row = by_element[element_row >= 0], element_row[element_row >= 0]
    nodes.row[matched] = row
    nodes.start[matched], nodes.end[matched] = structure.start[row], structure.end[row]
    missing = by_element[(element_row < 0) & (references.element[by_element] >= 0)]
    elsewhere = missing[nodes.start[missing] >= 0]  # the row's offsets do not save its element
    open_ = np.append(missing[nodes.start[missing] < 0], np.flatnonzero(ranged & (nodes.start < 0)))
    lost = np.union1d(_stretch(nodes, references, open_), elsewhere)
    if lost.size and not nodes.space.lenient:
        raise_missing(references.table, distinct(references.row[lost]), trees)  # type: ignore[arg-type]
    # What a lenient reader keeps without a place is told apart by name and covers nothing.
    nodes.name[lost] = references.number[references.element[lost]]
    nodes.start[lost] = nodes.end[lost] = 0


def _stretch(nodes: Nodes, references: NodeReferences, rows: Ints) -> Ints:
    """Set the spans of ranges and points, in place; return the rows without one."""
    if not rows.size or references.member or not hasattr(references.table, "topics"):
        return rows
    table: Run | Qrels = references.table  # type: ignore[assignment]
    start, end = located(table, references.row[rows], nodes.space.structure)
    if nodes.space.trees is None and (start == LOST).any():
        extents(table, references.row[rows], None)  # says what to give
    placed = start != LOST
    nodes.start[rows[placed]], nodes.end[rows[placed]] = start[placed], end[placed]
    without: Ints = rows[~placed]
    return without


# -- trees ---------------------------------------------------------------------------------


def tree_members(trees: Names) -> tuple[Names, Ints, Ints]:
    """Distinct elements of all trees; offsets and codes of the elements of each tree."""
    code_of: dict[str, int] = {}
    codes: list[int] = []
    length: list[int] = []
    for text in trees:
        paths = [path for path in text.split("|") if path]
        if not paths:
            raise UsageError(f"tree {quote(text)} names no element")
        codes += [code_of.setdefault(path, len(code_of)) for path in paths]
        length.append(len(paths))
    offsets = offsets_from_lengths(np.array(length, np.int64))
    return Names.of(code_of), offsets, np.array(codes, np.int64)


def named_trees(
    space: Space,
    table: Run | Qrels,
    rows: Ints,
    doc: Ints,
    *,
    members: tuple[Names, Ints, Ints],
    numbers: tuple[Ints, Ints],
) -> NodeSets:
    """Nodes of rows: one, or those of the tree that the row names."""
    names, offsets, codes = members
    none = np.full(rows.size, ABSENT, np.int64)
    tree = np.where(table.element[rows] < 0, table.tree[rows], ABSENT)
    single_rows = np.flatnonzero(tree < 0)
    element = table.element[rows[single_rows]].astype(np.int64)
    single = NodeReferences(
        table, rows[single_rows], doc[single_rows], table.elements, element, numbers[0]
    )
    several = np.flatnonzero(tree >= 0)
    code_rows, inner = ranges(offsets[tree[several]], offsets[tree[several] + 1])
    owner = np.repeat(several, np.diff(inner))
    many = NodeReferences(
        table, rows[owner], doc[owner], names, codes[code_rows], numbers[1], member=True
    )
    nodes = named_nodes(space, single).joined(named_nodes(space, many))
    owner = np.concatenate((single_rows, owner))
    order = np.argsort(owner, kind="stable")
    length = np.bincount(owner, minlength=rows.size)
    nothing, stated = np.zeros(rows.size), stated_sizes(table, rows)
    return NodeSets(none, nodes.take(order), offsets_from_lengths(length), nothing, stated)


# A target of a user of a navigation measure is an ideal element, an assessed
# tree, a highlighted span, or a part of the inventory that holds highlighted text.

Source = Literal["graded", "pairs", "highlights"]
"""Source of a topic's targets: graded elements, pairs (e, s) or highlighted text."""


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
        """Documents and elements of all tables."""
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
            tables=[source for source in (self.qrels, run, table) if source is not None],
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
        trees = named_trees(
            self.space, run, rows, doc, members=self._returned_members, numbers=numbers
        )
        _clip(trees.nodes, "part", self.notes)
        sets = NodeSets(topic, trees.nodes, trees.offsets, np.ones(topic.size), trees.stated)
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
        qrels = self.qrels
        with_specificity = ~np.isnan(qrels.s) & (qrels.start < 0) & (qrels.tree < 0)
        graded, pairs = self._topics(self._graded), self._topics(with_specificity)
        return {
            "graded": graded,
            "pairs": pairs & ~graded,
            "highlights": ~graded & ~pairs,
        }[source]

    def _topics(self, rows: Flags) -> Flags:
        mask = np.zeros(self.assessments.n_topics, np.bool_)
        mask[self.qrels.topic[rows]] = True
        return mask

    @cached_property
    def _graded(self) -> Flags:
        """Rows that give an element or tree one grade."""
        named = (self.qrels.element >= 0) | (self.qrels.tree >= 0)
        graded: Flags = named & ~np.isnan(self.qrels.grade)
        return graded

    @cached_property
    def graded(self) -> NodeSets:
        """Elements and trees with a grade above 0."""
        rows = np.flatnonzero(self._graded & (self.qrels.grade > 0))
        rows = rows[np.argsort(self.qrels.topic[rows], kind="stable")]
        doc = self.space.docs.numbers[0][self.qrels.doc[rows]]
        numbers = (self.space.elements.numbers[0], self.space.elements.numbers[3])
        trees = named_trees(
            self.space, self.qrels, rows, doc, members=self._judged_members, numbers=numbers
        )
        topic = self.qrels.topic[rows].astype(np.int64)
        grade = self.qrels.grade[rows]
        return self._sized(NodeSets(topic, trees.nodes, trees.offsets, grade, trees.stated))

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
        return merged_spans(self.assessments, self.space)

    @cached_property
    def text(self) -> CoveredText:
        """Highlighted text of topics in documents, by number of the document."""
        spans, documents = self.assessments.known_highlights, self.assessments.judged_documents
        doc = self.space.docs.numbers[0][documents.doc]
        order = np.lexsort((doc, documents.topic))
        rows, offsets = ranges(spans.offsets[order], spans.offsets[order + 1])
        return CoveredText(
            documents.topic[order], doc[order], offsets, spans.start[rows], spans.end[rows]
        )

    @cached_property
    def has_text(self) -> Flags:
        """Mask of the topics with highlighted text, bool[n_topics]."""
        spans = self.assessments.known_highlights
        mask = np.zeros(self.assessments.n_topics, np.bool_)
        mask[self.assessments.judged_documents.topic[(spans.size > 0) | spans.endless]] = True
        return mask

    # -- the inventory ---------------------------------------------------------------------

    @cached_property
    def inventory(self) -> Nodes:
        """Distinct parts of the inventory, by document."""
        parts = self.space.parts
        return self.results.nodes.take(np.empty(0, np.int64)) if parts is None else parts

    @cached_property
    def parts(self) -> NodeSets:
        """Parts of the inventory that hold highlighted text of a topic."""
        return parts_with_text(self.inventory, self.spans)


def destinations(view: View) -> Destinations:
    """Results and targets as trees of nodes; computed once per view."""
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
    length = nodes.space.length(nodes.doc)
    past = ~nodes.is_element & (length >= 0) & (nodes.end > length)
    beyond = int((past & (nodes.start >= length)).sum())
    note_past_end(notes, noun, past=int(past.sum()), beyond=beyond)
    if past.any():
        nodes.start[past] = np.minimum(nodes.start, length)[past]
        nodes.end[past] = length[past]
        recognise(nodes)


def _mean_length(judged: Assessments) -> float | None:
    """Mean length of the collection's documents; the assessments know too little of it."""
    if judged.structure is not None:
        return float(judged.structure.length.mean())
    for source in judged.lengths.sources:
        if source.docs is not judged.qrels.docs and source.length.size:
            return float(source.length.mean())
    return None
