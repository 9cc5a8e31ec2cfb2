"""Assessed elements as a forest."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import SHOWN_PROBLEMS, MissingAssessmentError, UsageError
from partwise.geometry.element_names import name_problem
from partwise.geometry.highlights import Highlights, highlights
from partwise.geometry.resolution import KeyedPaths, why_not
from partwise.geometry.spans import trees_as_elements
from partwise.kernels.intervals import covered_before, lay_out
from partwise.kernels.paths import in_document, match, repeated
from partwise.kernels.ragged import offsets_from_owners, owners
from partwise.kernels.trees import NOWHERE, Forest, find
from partwise.tables.columns import first
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.geometry.assessments import JudgedTables
    from partwise.geometry.elements import Elements
    from partwise.geometry.resolution import Trees
    from partwise.tables.qrels import Qrels, Scale
    from partwise.tables.run import Run


# Elements are judged in one of two ways. Either rows give an element its pair
# (e, s), as grades 0..3 or with s as a share; or text is highlighted, and the
# share s of every element follows from the structure, with e where rows give it.

Keys = NDArray[np.uint64]

ROOT = np.uint64(0)
"""Key of a root, whatever it is called: a document has one."""


class Judged(NamedTuple):
    """Elements with their pairs, each once a topic.

    Attributes
    ----------
    topic : ndarray of int64
        Ascending.
    row : ndarray of int64
        Row of the assessments that judged it.
    key : ndarray of uint64
        Key of the element in its document.
    e, s : ndarray of float64
        0 where absent.
    """

    topic: Ints
    row: Ints
    key: Keys
    e: Reals
    s: Reals


def path_keys(paths: KeyedPaths, element: NDArray[np.int32]) -> Keys:
    """Key of each path, `ROOT` for a path of one step and for a whole document."""
    key = np.where(paths.steps == 1, ROOT, paths.key)
    return np.append(key, ROOT)[element]


def check_names(table: Run | Qrels, paths: KeyedPaths, rows: Ints) -> None:
    """Raise RowsError for rows that name an element without saying where in a tree it is."""
    named = rows[np.append(paths.bad, False)[table.element[rows]]]
    if named.size:
        first_rows = np.sort(named)[:SHOWN_PROBLEMS].tolist()
        problems = [(row, name_problem(table.elements[table.element[row]])) for row in first_rows]
        raise RowsError(table.source, problems, named.size)


def raise_missing(
    table: Run | Qrels, rows: Ints, trees: Trees, *, topics: bool = False
) -> NoReturn:
    """Raise RowsError for rows whose element is not in the structure."""
    problems = []
    for row in rows[:SHOWN_PROBLEMS].tolist():
        problem = why_not(table, row, trees)
        problems.append(
            (row, f"topic {table.topics[table.topic[row]]}: {problem}" if topics else problem)
        )
    raise RowsError(table.source, problems, rows.size)


class AssessedElements:
    """Judgements of elements, shared by all runs.

    Parameters
    ----------
    judged : JudgedTables
        The assessments with the structure, if there is one.
    """

    def __init__(self, judged: JudgedTables) -> None:
        self.judged = judged
        self.qrels = trees_as_elements(judged.qrels)

    # -- what there is ---------------------------------------------------------------------

    @cached_property
    def rows(self) -> Ints:
        """Rows that give an element, or a document's root, its e or s."""
        q = self.qrels
        is_judged = ~np.isnan(q.e) | ~np.isnan(q.s)
        return np.flatnonzero(is_judged & (q.start < 0) & (q.tree < 0))

    @cached_property
    def highlighted(self) -> bool:
        """True if shares come from highlighted text rather than from the rows."""
        return not self.qrels.holds("s", (~np.isnan(self.qrels.s[self.rows])).any())

    @cached_property
    def scale(self) -> Scale:
        """Scale of the pairs (e, s)."""
        if self.highlighted:
            return "share"
        fractions = (np.modf(self.qrels.s[self.rows])[0] > 0).any()
        share = self.qrels.holds("fractions", fractions)
        return self.qrels.scale or ("share" if share else "grade")

    @cached_property
    def has_e(self) -> bool:
        """True if any element has its exhaustivity judged."""
        return self.qrels.holds("e", (~np.isnan(self.qrels.e[self.rows])).any())

    def need(self, measure: str, *, trees: bool = False) -> None:
        """Raise an error if the assessments have no elements, or trees are missing."""
        if (trees or self.highlighted) and self.judged.trees is None:
            self._check_names()
            raise UsageError(f"{measure} needs the element trees. Use --structure FILE")
        pairs, holds = self.judged.judged_documents, self.qrels.holds
        graded = holds("graded elements", pairs.graded_element.any())
        has_highlights = holds("highlights", pairs.highlighted.any())
        if not holds("pairs", self.rows.size) and graded and not has_highlights:
            raise MissingAssessmentError(
                f"{measure} needs elements with e and s, or highlighted spans",
                "these assessments give elements a single grade",
            )

    @cached_property
    def _paths(self) -> KeyedPaths:
        """The judged paths, split once."""
        return KeyedPaths.of(self.qrels.elements)

    def _check_names(self) -> None:
        """Raise RowsError for names where a tree is needed: no structure contains them."""
        named = np.flatnonzero(self.qrels.element >= 0)
        check_names(self.qrels, self._paths, named)

    @property
    def trees(self) -> Trees:
        """Geometry of the structure."""
        trees = self.judged.trees
        if trees is None:
            self._check_names()
            raise UsageError("element measures need the element trees. Use --structure FILE")
        return trees

    # -- judged elements -------------------------------------------------------------------

    @cached_property
    def elements(self) -> Judged:
        """Judged elements, each once a topic."""
        q, rows = self.qrels, self.rows
        e, s = q.e[rows], q.s[rows]
        self._check(rows, e, s)
        missing = np.isnan(e)
        if self.has_e:
            template = "{n:judged element} {n:has|have} no e; taken as 0"
            self.judged.notes.add(template, n=missing.sum())
        e, s = np.nan_to_num(e), np.nan_to_num(s)
        topic = q.topic[rows].astype(np.int64)
        check_names(q, self._paths, rows)
        key = in_document(path_keys(self._paths, q.element[rows]), q.doc[rows])
        order = np.lexsort((s, e, key, topic))
        topic, key, e, s, rows = topic[order], key[order], e[order], s[order], rows[order]
        same = (topic[1:] == topic[:-1]) & (key[1:] == key[:-1])
        differs = np.flatnonzero(same & ((e[1:] != e[:-1]) | (s[1:] != s[:-1])))
        if differs.size:
            self._judged_twice(rows[differs], rows[differs + 1])
        best = np.append(~same, np.ones(min(order.size, 1), np.bool_))
        return Judged(topic[best], rows[best], key[best], e[best], s[best])

    def check_pairs(self) -> None:
        """Raise RowsError for pairs (e, s) off the scale, and elements judged twice."""
        rows = self.rows
        if not rows.size:
            return
        self._check(rows, self.qrels.e[rows], self.qrels.s[rows])
        if not self.has_names:  # keys tell paths apart, not names
            self.elements  # noqa: B018

    @cached_property
    def has_names(self) -> bool:
        """True if a judged element has a name and no path."""
        bad = np.append(self._paths.bad, np.False_)
        return bool(bad[self.qrels.element[self.rows]].any())

    def _judged_twice(self, first_rows: Ints, second_rows: Ints) -> None:
        """Raise RowsError for two pairs of one element by one assessor; else add a note."""
        q = self.qrels
        alone = q.assessor[first_rows] == q.assessor[second_rows]
        if (index := first(alone)) is not None:
            row = int(max(first_rows[index], second_rows[index]))
            problem = f"{self.element(row)} is judged twice, differently"
            raise RowsError(q.source, [(row, problem)])
        self.judged.notes.add(
            "elements judged differently by several assessors count with the greatest e, then s "
            "(--assessor takes one)"
        )

    def _check(self, rows: Ints, e: Reals, s: Reals) -> None:
        """Raise RowsError for pairs that are not on the scale."""
        if self.scale == "grade":
            good = ((e == 0) & (s == 0)) | (np.isin(e, (1, 2, 3)) & np.isin(s, (1, 2, 3)))
            expected = "(0, 0) or grades from 1 to 3"
        else:
            e_is_valid = np.isnan(e) | np.isin(e, (0, 1, 2))
            good = e_is_valid & ((s >= 0) & (s <= 1) if not self.highlighted else np.isnan(s))
            expected = "e = 0, 1 or 2 and a share s from 0 to 1"
        if (index := first(~good)) is not None:
            row = int(rows[index])
            pair = f"e = {e[index]:g}, s = {s[index]:g}"
            problem = f"{self.element(row)} has {pair}, expected {expected}"
            raise RowsError(self.qrels.source, [(row, problem)])

    def element(self, row: int) -> str:
        """Name the topic, document and element of a row."""
        q = self.qrels
        path = q.elements[q.element[row]] if q.element[row] >= 0 else "the root"
        return f"topic {q.topics[q.topic[row]]}: {path} of document {q.docs[q.doc[row]]}"

    # -- in the structure ------------------------------------------------------------------

    @cached_property
    def doc(self) -> Ints:
        """Code in the structure of each assessed document, -1 where it is not there."""
        return self.trees.documents(self.qrels.docs)

    @cached_property
    def node(self) -> Ints:
        """Row in the structure of each judged element."""
        q, rows = self.qrels, self.elements.row
        node = self.trees.find_keys(self.doc[q.doc[rows]], self._paths, q.element[rows])
        if (node < 0).any():
            raise_missing(q, np.sort(rows[node < 0]), self.trees, topics=True)
        return node

    @cached_property
    def _spans(self) -> Highlights:
        """Highlighted text, also where other documents of the topic have graded elements."""
        judged, pairs = self.judged, self.judged.judged_documents
        spans = highlights(judged, judged.notes)
        marked = (spans.size > 0) | spans.endless
        if (pair := first(marked & (self.doc[pairs.doc] < 0))) is not None:
            topic = self.qrels.topics[int(pairs.topic[pair])]
            name = judged.document(pair)
            row = int(pairs.order[pairs.head[pair]])
            problem = f"topic {topic}: document {name} is not in the structure"
            raise RowsError(self.qrels.source, [(row, problem)])
        return spans

    @cached_property
    def touched(self) -> tuple[Ints, Ints]:
        """Topics and nodes that, with their ancestors, are all that hold highlighted text."""
        spans, pairs = self._spans, self.judged.judged_documents
        pair = owners(spans.offsets)
        node, offsets = self.trees.touched(self.doc[pairs.doc[pair]], spans.start, spans.end)
        return np.repeat(pairs.topic[pair], np.diff(offsets)), node

    def highlighted_in(self, topic: Ints, node: Ints) -> Ints:
        """Highlighted characters of nodes, for a topic each. O(log spans) each."""
        spans, pairs, s = self._spans, self.judged.judged_documents, self.trees.structure
        assessed = np.full(len(s.docs), -1, np.int64)
        assessed[self.doc[self.doc >= 0]] = np.flatnonzero(self.doc >= 0)
        pair = pairs.find(topic, assessed[s.doc[node]])
        out = np.zeros(node.size, np.int64)
        is_known = np.flatnonzero(pair >= 0)
        pair, node = pair[is_known], node[is_known]
        owner = owners(spans.offsets)
        extent = np.append(s.length, 0)[self.doc[pairs.doc]]
        np.maximum.at(extent, owner, spans.end)
        origin = lay_out(extent)
        start, end = spans.start + origin[owner], spans.end + origin[owner]
        out[is_known] = covered_before(s.end[node] + origin[pair], start, end) - covered_before(
            s.start[node] + origin[pair], start, end
        )
        return out


class AssessedForest(NamedTuple):
    """Assessed elements and the results of their documents, with all ancestors."""

    n_topics: int
    """Number of topics: segments of the forest."""
    forest: Forest
    """The nodes."""
    place: Ints
    """Position of each result in the forest; negative for a result that is no
    element, or whose document has no assessed element for the topic."""
    seen_before: Flags
    """True for a result that earlier results show completely."""
    size: Ints
    highlighted: Ints
    """Characters of each node, and how many of them are highlighted."""
    e: Reals
    s: Reals
    """Pair of each node; 0 where it was not judged."""


class ElementMatches(NamedTuple):
    """Assessed elements and the results that return them, without trees.

    Attributes
    ----------
    offsets : ndarray of int64
        Assessed elements of each topic.
    e, s : ndarray of float64
        Pair of each assessed element.
    element_index : ndarray of int64
        Per result the assessed element that it returns; negative if none.
    is_repeated : ndarray of bool
        True if an earlier result returned the same element.
    element : ndarray of bool
        True if a result is an element.
    """

    offsets: Ints
    e: Reals
    s: Reals
    element_index: Ints
    is_repeated: Flags
    element: Flags


def graded_forest(elements: Elements) -> AssessedForest:
    """Pool of elements whose pairs (e, s) the assessments give."""
    assessed = elements.assessed
    judged = assessed.elements
    within, place = _joined(elements, judged.topic, assessed.node)
    e, s = np.zeros(within.size), np.zeros(within.size)
    index = find(within, judged.topic, assessed.node, len(assessed.trees.structure))
    e[index], s[index] = judged.e, judged.s
    size = assessed.trees.structure.size[within.node]
    nothing = np.zeros(within.size, np.int64)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.seen_before, size, nothing, e, s)


def highlighted_forest(elements: Elements) -> AssessedForest:
    """Pool of elements that hold highlighted text; their share of it is s."""
    assessed = elements.assessed
    within, place = _joined(elements, *assessed.touched)
    highlighted = assessed.highlighted_in(within.segment, within.node)
    size = assessed.trees.structure.size[within.node]
    s = highlighted / np.maximum(size, 1)
    e = np.zeros(within.size)
    if assessed.highlighted and assessed.has_e:
        judged = assessed.elements
        index = find(within, judged.topic, assessed.node, len(assessed.trees.structure))
        e[index[index >= 0]] = judged.e[index >= 0]
        without = int((s > 0).sum() - (s[index[index >= 0]] > 0).sum())
        template = "{n:highlighted element} {n:has|have} no e; taken as 0"
        elements.retrieval.notes.add(template, n=without)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.seen_before, size, highlighted, e, s)


def _joined(elements: Elements, topic: Ints, node: Ints) -> tuple[Forest, Ints]:
    """Forest of assessed nodes and of the results in their documents, and the results' places."""
    s = elements.assessed.trees.structure
    assessed_keys = topic * len(s.docs) + s.doc[node]
    in_structure = np.flatnonzero(elements.node >= 0)
    result_keys = elements.topic[in_structure] * len(s.docs) + s.doc[elements.node[in_structure]]
    in_structure = in_structure[np.isin(result_keys, assessed_keys)]
    within = elements.grow(
        np.concatenate((topic, elements.topic[in_structure])),
        np.concatenate((node, elements.node[in_structure])),
    )
    return within, elements.place(within, elements.node)


def found_in_text(elements: Elements) -> ElementMatches:
    """Elements with highlighted text that results return."""
    judged = elements.highlighted_forest
    highlighted_nodes = np.flatnonzero(judged.s > 0)
    number = np.full(judged.forest.size + 1, NOWHERE)
    number[highlighted_nodes] = np.arange(highlighted_nodes.size)
    in_structure = elements.node >= 0
    return ElementMatches(
        offsets_from_owners(judged.forest.segment[highlighted_nodes], judged.n_topics),
        judged.e[highlighted_nodes],
        judged.s[highlighted_nodes],
        number[judged.place],
        repeated(elements.topic, elements.node, in_structure),
        in_structure,
    )


def found_by_path(elements: Elements) -> ElementMatches:
    """Judged elements that results return, told by document and path."""
    retrieval, judged = elements.retrieval, elements.assessed.elements
    run, rows = elements.run, retrieval.rows
    doc = np.append(run.docs.codes_in(retrieval.assessments.qrels.docs), NOWHERE)[run.doc[rows]]
    key = in_document(in_document(elements.path_key, doc), elements.topic)
    element_number = match(key, in_document(judged.key, judged.topic))
    element_number[(doc < 0) | ~elements.is_element] = NOWHERE
    result_keys = in_document(elements.path_key, run.doc[rows])
    return ElementMatches(
        offsets_from_owners(judged.topic, retrieval.assessments.n_topics),
        judged.e,
        judged.s,
        element_number,
        repeated(elements.topic, result_keys, elements.is_element),
        elements.is_element,
    )
