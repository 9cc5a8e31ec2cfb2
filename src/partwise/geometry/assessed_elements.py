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


def refuse_names(table: Run | Qrels, paths: KeyedPaths, rows: Ints) -> None:
    """Raise RowsError for rows that name an element without saying where in a tree it is."""
    named = rows[np.append(paths.bad, False)[table.element[rows]]]
    if named.size:
        shown = np.sort(named)[:SHOWN_PROBLEMS].tolist()
        problems = [(row, name_problem(table.elements[table.element[row]])) for row in shown]
        raise RowsError(table.source, problems, named.size)


def refuse(table: Run | Qrels, rows: Ints, trees: Trees, *, topics: bool = False) -> NoReturn:
    """Raise RowsError for rows whose element is not in the structure (E9, E10, E11)."""
    problems = []
    for row in rows[:SHOWN_PROBLEMS].tolist():
        said = why_not(table, row, trees)
        problems.append(
            (row, f"topic {table.topics[table.topic[row]]}: {said}" if topics else said)
        )
    raise RowsError(table.source, problems, rows.size)


class AssessedElements:
    """What the assessments say about elements; the same for every run.

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
        given = ~np.isnan(q.e) | ~np.isnan(q.s)
        return np.flatnonzero(given & (q.start < 0) & (q.tree < 0))

    @cached_property
    def highlighted(self) -> bool:
        """Whether shares come from highlighted text rather than from the rows."""
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
        """Whether any element has its exhaustivity judged."""
        return self.qrels.holds("e", (~np.isnan(self.qrels.e[self.rows])).any())

    def need(self, measure: str, *, trees: bool = False) -> None:
        """Refuse assessments that say nothing about elements, and missing trees."""
        if (trees or self.highlighted) and self.judged.trees is None:
            self._refuse_names()
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

    def _refuse_names(self) -> None:
        """Refuse names where a tree is needed: no structure would have them."""
        named = np.flatnonzero(self.qrels.element >= 0)
        refuse_names(self.qrels, self._paths, named)

    @property
    def trees(self) -> Trees:
        """Geometry of the structure."""
        trees = self.judged.trees
        if trees is None:
            self._refuse_names()
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
            words = "{n:judged element} {n:has|have} no e; taken as 0"
            self.judged.notes.add(words, n=missing.sum())
        e, s = np.nan_to_num(e), np.nan_to_num(s)
        topic = q.topic[rows].astype(np.int64)
        refuse_names(q, self._paths, rows)
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
        """Refuse pairs (e, s) that no measure could take, and elements judged twice."""
        rows = self.rows
        if not rows.size:
            return
        self._check(rows, self.qrels.e[rows], self.qrels.s[rows])
        if not self.has_names:  # keys tell paths apart, not names
            self.elements  # noqa: B018

    @cached_property
    def has_names(self) -> bool:
        """Whether a judged element is told by its name only."""
        bad = np.append(self._paths.bad, np.False_)
        return bool(bad[self.qrels.element[self.rows]].any())

    def _judged_twice(self, one: Ints, other: Ints) -> None:
        """Refuse two pairs for one element, unless they come from different assessors."""
        q = self.qrels
        alone = q.assessor[one] == q.assessor[other]
        if (at := first(alone)) is not None:
            row = int(max(one[at], other[at]))
            problem = f"{self.element(row)} is judged twice, differently"
            raise RowsError(q.source, [(row, problem)])
        self.judged.notes.add(
            "elements judged differently by several assessors count with the greatest e, then s "
            "(--assessor takes one)"
        )

    def _check(self, rows: Ints, e: Reals, s: Reals) -> None:
        """Refuse pairs that are not on the scale."""
        if self.scale == "grade":
            good = ((e == 0) & (s == 0)) | (np.isin(e, (1, 2, 3)) & np.isin(s, (1, 2, 3)))
            words = "(0, 0) or grades from 1 to 3"
        else:
            known = np.isnan(e) | np.isin(e, (0, 1, 2))
            good = known & ((s >= 0) & (s <= 1) if not self.highlighted else np.isnan(s))
            words = "e = 0, 1 or 2 and a share s from 0 to 1"
        if (at := first(~good)) is not None:
            row = int(rows[at])
            pair = f"e = {e[at]:g}, s = {s[at]:g}"
            problem = f"{self.element(row)} has {pair}, expected {words}"
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
            refuse(q, np.sort(rows[node < 0]), self.trees, topics=True)
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
        known = np.flatnonzero(pair >= 0)
        pair, node = pair[known], node[known]
        owner = owners(spans.offsets)
        extent = np.append(s.length, 0)[self.doc[pairs.doc]]
        np.maximum.at(extent, owner, spans.end)
        origin = lay_out(extent)
        start, end = spans.start + origin[owner], spans.end + origin[owner]
        out[known] = covered_before(s.end[node] + origin[pair], start, end) - covered_before(
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
    shown: Flags
    """Whether an earlier result shows all of a result."""
    size: Ints
    highlighted: Ints
    """Characters of each node, and how many of them are highlighted."""
    e: Reals
    s: Reals
    """Pair of each node; 0 where it was not judged."""


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


def graded_forest(elements: Elements) -> AssessedForest:
    """Pool of elements whose pairs (e, s) the assessments give."""
    known = elements.assessed
    judged = known.elements
    within, place = _joined(elements, judged.topic, known.node)
    e, s = np.zeros(within.size), np.zeros(within.size)
    at = find(within, judged.topic, known.node, len(known.trees.structure))
    e[at], s[at] = judged.e, judged.s
    size = known.trees.structure.size[within.node]
    nothing = np.zeros(within.size, np.int64)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.shown, size, nothing, e, s)


def highlighted_forest(elements: Elements) -> AssessedForest:
    """Pool of elements that hold highlighted text; their share of it is s."""
    known = elements.assessed
    within, place = _joined(elements, *known.touched)
    highlighted = known.highlighted_in(within.segment, within.node)
    size = known.trees.structure.size[within.node]
    s = highlighted / np.maximum(size, 1)
    e = np.zeros(within.size)
    if known.highlighted and known.has_e:
        judged = known.elements
        at = find(within, judged.topic, known.node, len(known.trees.structure))
        e[at[at >= 0]] = judged.e[at >= 0]
        without = int((s > 0).sum() - (s[at[at >= 0]] > 0).sum())
        words = "{n:highlighted element} {n:has|have} no e; taken as 0"
        elements.retrieval.notes.add(words, n=without)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.shown, size, highlighted, e, s)


def _joined(elements: Elements, topic: Ints, node: Ints) -> tuple[Forest, Ints]:
    """Forest of assessed nodes and of the results in their documents, and the results' places."""
    s = elements.assessed.trees.structure
    held = topic * len(s.docs) + s.doc[node]
    known = np.flatnonzero(elements.node >= 0)
    wanted = elements.topic[known] * len(s.docs) + s.doc[elements.node[known]]
    known = known[np.isin(wanted, held)]
    within = elements.grow(
        np.concatenate((topic, elements.topic[known])),
        np.concatenate((node, elements.node[known])),
    )
    return within, elements.place(within, elements.node)


def found_in_text(elements: Elements) -> Found:
    """Elements with highlighted text that results return."""
    judged = elements.highlighted_forest
    held = np.flatnonzero(judged.s > 0)
    number = np.full(judged.forest.size + 1, NOWHERE)
    number[held] = np.arange(held.size)
    known = elements.node >= 0
    return Found(
        offsets_from_owners(judged.forest.segment[held], judged.n_topics),
        judged.e[held],
        judged.s[held],
        number[judged.place],
        repeated(elements.topic, elements.node, known),
        known,
    )


def found_by_path(elements: Elements) -> Found:
    """Judged elements that results return, told by document and path."""
    retrieval, judged = elements.retrieval, elements.assessed.elements
    run, rows = elements.run, retrieval.rows
    doc = np.append(run.docs.codes_in(retrieval.assessments.qrels.docs), NOWHERE)[run.doc[rows]]
    key = in_document(in_document(elements.path_key, doc), elements.topic)
    at = match(key, in_document(judged.key, judged.topic))
    at[(doc < 0) | ~elements.is_element] = NOWHERE
    own = in_document(elements.path_key, run.doc[rows])
    return Found(
        offsets_from_owners(judged.topic, retrieval.assessments.n_topics),
        judged.e,
        judged.s,
        at,
        repeated(elements.topic, own, elements.is_element),
        elements.is_element,
    )
