"""Elements of a run: its results as nodes of trees, beside the assessed elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.geometry.assessed_elements import path_keys, refuse
from partwise.geometry.notes import counted
from partwise.geometry.structure_paths import KeyedPaths
from partwise.kernels.forest import (
    NOWHERE,
    Forest,
    find,
    forest,
    nearest_related,
    shown_before,
    unseen_mass,
)
from partwise.kernels.matching import match, repeated
from partwise.kernels.paths import in_document
from partwise.kernels.ragged import offsets_from_lengths, offsets_from_owners, owners

if TYPE_CHECKING:
    from partwise.geometry.assessed_elements import AssessedElements
    from partwise.geometry.view import View
    from partwise.tables.qrels import Scale

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pool:
    """Assessed elements and the results of their documents, with all ancestors.

    Parameters
    ----------
    n_topics : int
        Number of topics: segments of the forest.
    forest : Forest
        The nodes.
    place : ndarray of int64
        Position of each result in the forest; negative for a result that is no
        element, or whose document has no assessed element for the topic.
    shown : ndarray of bool
        Whether an earlier result shows all of a result.
    size, highlighted : ndarray of int64
        Characters of each node, and how many of them are highlighted.
    e, s : ndarray of float64
        Pair of each node; 0 where it was not judged.
    """

    n_topics: int
    forest: Forest
    place: Ints
    shown: Flags
    size: Ints
    highlighted: Ints
    e: Reals
    s: Reals


class Found(NamedTuple):
    """Assessed elements and where results meet them, without looking at trees.

    Attributes
    ----------
    offsets : ndarray of int64
        Assessed elements of each topic.
    e, s : ndarray of float64
        Pair of each assessed element.
    at : ndarray of int64
        Per result the assessed element that it returns; negative if none.
    again : ndarray of bool
        Whether an earlier result returned the same element.
    element : ndarray of bool
        Whether a result is an element at all.
    """

    offsets: Ints
    e: Reals
    s: Reals
    at: Ints
    again: Flags
    element: Flags


class Elements:
    """The results of all judged topics as elements, computed when first asked for.

    Parameters
    ----------
    view : View
        Run and assessments.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.assessed: AssessedElements = view.judged.elements

    @property
    def scale(self) -> Scale:
        """Scale of the pairs (e, s)."""
        return self.assessed.scale

    @property
    def has_e(self) -> bool:
        """Whether any element has its exhaustivity judged."""
        return self.assessed.has_e

    @property
    def highlighted(self) -> bool:
        """Whether relevance comes from highlighted text."""
        return self.assessed.highlighted

    @cached_property
    def offsets(self) -> Ints:
        """Results of each topic."""
        return offsets_from_lengths(self.view.listing.length)

    @cached_property
    def topic(self) -> Ints:
        """Topic of each result."""
        return owners(self.offsets)

    # -- results ---------------------------------------------------------------------------

    @cached_property
    def _is_element(self) -> Flags:
        """Results that name one element or a whole document."""
        run, rows = self.view.run, self.view.rows
        if run.start.size != len(run):  # a compact run: whole documents
            return np.ones(rows.size, np.bool_)
        one = ~np.append(self._points, True)[run.element[rows]]
        if run.last is not None:
            one &= (run.last[rows] < 0) | (run.last[rows] == run.element[rows])
        whole = (run.start[rows] < 0) & (run.element[rows] < 0) & (run.tree[rows] < 0)
        other = int(rows.size - (one | whole).sum())
        if other:
            said = counted(other, "result", "is no element", "are no elements")
            self.view.notes.warn(f"{said}; nothing earned in element measures")
        return one | whole

    @cached_property
    def _paths(self) -> KeyedPaths:
        return KeyedPaths.of(self.view.run.elements)

    @cached_property
    def _points(self) -> Flags:
        """Names of the run that mark a passage by points in the text, not an element."""
        names = self.view.run.elements
        points = np.zeros(len(names), np.bool_)
        for code in np.flatnonzero(self._paths.bad).tolist():
            points[code] = " " in names[code] or "/text()" in names[code]
        return points

    @cached_property
    def _element(self) -> NDArray[np.int32]:
        """Code of each result's path, negative for a whole document."""
        run, rows = self.view.run, self.view.rows
        if run.element.size != len(run):
            return np.full(rows.size, NOWHERE, np.int32)
        return run.element[rows]

    @cached_property
    def node(self) -> Ints:
        """Row in the structure of each result, negative for a result that is no element.

        RowsError for elements that the structure does not have (E10, E11); lenient: counted.
        """
        run, rows, trees = self.view.run, self.view.rows, self.assessed.trees
        named = np.flatnonzero(self._is_element & (run.doc[rows] < len(run.docs)))
        doc = trees.documents(run.docs)[run.doc[rows[named]]]
        node = np.full(rows.size, NOWHERE)
        node[named] = trees.find_keys(doc, self._paths, self._element[named])
        lost = rows[named[node[named] < 0]]
        if lost.size and not self.view.judged.lenient:
            refuse(run, np.sort(lost), trees)
        if lost.size:
            said = counted(lost.size, "result", "is", "are")
            self.view.notes.warn(f"{said} not in the structure; nothing earned, nothing covered")
        return node

    # -- overlap ---------------------------------------------------------------------------

    @cached_property
    def _results(self) -> tuple[Forest, Ints]:
        """Forest of all results, and the place of each."""
        known = self.node >= 0
        grown = self._grow(self.topic[known], self.node[known])
        return grown, self._place(grown, self.node)

    def _grow(self, topic: Ints, node: Ints) -> Forest:
        s = self.assessed.trees.structure
        return forest(topic, node, parent=s.parent, depth=s.depth, last=s.last)

    def _place(self, within: Forest, node: Ints) -> Ints:
        return find(within, self.topic, node, len(self.assessed.trees.structure))

    @cached_property
    def shown(self) -> Flags:
        """Whether an earlier result shows all of a result."""
        shown = shown_before(*self._results)
        again = int(repeated(self.topic, self.node, self.node >= 0).sum())
        if again:
            said = counted(again, "result", "repeats", "repeat")
            self.view.notes.warn(f"{said} an element of an earlier result; kept")
        return shown

    @cached_property
    def nearest(self) -> Ints:
        """First other result that contains, lies in or equals each result; see `NEVER`."""
        return nearest_related(*self._results)

    @cached_property
    def size(self) -> Ints:
        """Characters of each result, 0 for a result that is no element."""
        s = self.assessed.trees.structure
        size = np.zeros(self.node.size, np.int64)
        known = self.node >= 0
        size[known] = s.size[self.node[known]]
        return size

    @cached_property
    def unseen(self) -> Ints:
        """Characters of each result that no earlier result has shown."""
        within, place = self._results
        size = self.assessed.trees.structure.size[within.node]
        return unseen_mass(within, place, self.shown, size)

    # -- relevance -------------------------------------------------------------------------

    @property
    def pool(self) -> Pool:
        """Assessed elements and results, with the pairs that the assessments give."""
        return self.highlight_pool if self.highlighted else self.graded_pool

    @cached_property
    def graded_pool(self) -> Pool:
        """Pool of elements whose pairs (e, s) the rows give."""
        known = self.assessed
        judged = known.elements
        within, place = self._joined(judged.topic, known.node)
        e, s = np.zeros(within.size), np.zeros(within.size)
        n_nodes = len(known.trees.structure)
        at = find(within, judged.topic, known.node, n_nodes)
        e[at], s[at] = judged.e, judged.s
        nothing = np.zeros(within.size, np.int64)
        return self._pool(within, place, nothing, e, s)

    @cached_property
    def highlight_pool(self) -> Pool:
        """Pool of elements that hold highlighted text."""
        known = self.assessed
        within, place = self._joined(*known.touched)
        highlighted = known.highlighted_in(within.segment, within.node)
        size = known.trees.structure.size[within.node]
        s = highlighted / np.maximum(size, 1)
        e = np.zeros(within.size)
        if known.highlighted and known.has_e:
            judged = known.elements
            at = find(within, judged.topic, known.node, len(known.trees.structure))
            e[at[at >= 0]] = judged.e[at >= 0]
            without = int(((s > 0) & (e == 0)).sum())
            if without:
                said = counted(without, "highlighted element", "has", "have")
                self.view.notes.say(f"{said} no e or e = 0; taken as 0")
        return self._pool(within, place, highlighted, e, s)

    def _joined(self, topic: Ints, node: Ints) -> tuple[Forest, Ints]:
        """Forest of assessed nodes and of the results in their documents."""
        doc, n_docs = self.assessed.trees.structure.doc, len(self.assessed.trees.structure.docs)
        held = np.unique(topic * n_docs + doc[node])
        known = np.flatnonzero(self.node >= 0)
        wanted = self.topic[known] * n_docs + doc[self.node[known]]
        known = known[np.isin(wanted, held)]
        within = self._grow(
            np.concatenate((topic, self.topic[known])), np.concatenate((node, self.node[known]))
        )
        return within, self._place(within, self.node)

    def _pool(self, within: Forest, place: Ints, highlighted: Ints, e: Reals, s: Reals) -> Pool:
        size = self.assessed.trees.structure.size[within.node]
        return Pool(self.view.n_topics, within, place, self.shown, size, highlighted, e, s)

    @cached_property
    def found(self) -> Found:
        """Assessed elements that results return; trees are asked only about highlights."""
        known, n_topics = self.assessed, self.view.n_topics
        if known.highlighted:
            pool = self.highlight_pool
            held = np.flatnonzero(pool.s > 0)
            number = np.full(pool.forest.size + 1, NOWHERE)
            number[held] = np.arange(held.size)
            return Found(
                offsets_from_owners(pool.forest.segment[held], n_topics),
                pool.e[held],
                pool.s[held],
                number[pool.place],
                repeated(self.topic, self.node, self.node >= 0),
                self.node >= 0,
            )
        judged = known.elements
        run, rows = self.view.run, self.view.rows
        path = path_keys(self._paths, self._element)
        doc = np.append(run.docs.codes_in(self.view.judged.qrels.docs), -1)[run.doc[rows]]
        key = in_document(in_document(path, doc), self.topic)
        at = match(key, in_document(judged.key, judged.topic))
        at[(doc < 0) | ~self._is_element] = NOWHERE
        return Found(
            offsets_from_owners(judged.topic, n_topics),
            judged.e,
            judged.s,
            at,
            repeated(self.topic, in_document(path, run.doc[rows]), self._is_element),
            self._is_element,
        )
