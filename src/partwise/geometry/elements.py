"""Results as elements of the trees, beside the assessed elements."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.geometry.assessed_elements import (
    AssessedForest,
    ElementMatches,
    check_names,
    found_by_path,
    found_in_text,
    graded_forest,
    highlighted_forest,
    path_keys,
    raise_missing,
)
from partwise.geometry.base import REPEATED, Forwarded
from partwise.geometry.resolution import KeyedPaths
from partwise.geometry.spans import trees_as_elements
from partwise.kernels.paths import repeated
from partwise.kernels.ragged import offsets_from_lengths, owners
from partwise.kernels.trees import (
    NOWHERE,
    Forest,
    find,
    forest,
    nearest_related,
    shown_before,
    unseen_mass,
)

if TYPE_CHECKING:
    from partwise.geometry.assessed_elements import AssessedElements
    from partwise.geometry.retrieval import Retrieval
    from partwise.tables.qrels import Scale


class Elements:
    """The results of all judged topics as elements, computed when first asked for.

    Parameters
    ----------
    retrieval : Retrieval
        Run and assessments.
    """

    def __init__(self, retrieval: Retrieval) -> None:
        self.retrieval = retrieval
        self.run = trees_as_elements(retrieval.run)
        self.assessed: AssessedElements = retrieval.assessments.elements

    scale: Forwarded[Scale] = Forwarded("assessed")
    """Scale of the pairs (e, s)."""
    has_e: Forwarded[bool] = Forwarded("assessed")
    """True if any element has its exhaustivity judged."""
    highlighted: Forwarded[bool] = Forwarded("assessed")
    """True if relevance comes from highlighted text."""

    @cached_property
    def offsets(self) -> Ints:
        """Results of each topic."""
        return offsets_from_lengths(self.retrieval.ranking.length)

    @cached_property
    def topic(self) -> Ints:
        """Topic of each result."""
        return owners(self.offsets)

    # -- results ---------------------------------------------------------------------------

    @cached_property
    def is_element(self) -> Flags:
        """Results that name one element or a whole document."""
        run, rows = self.run, self.retrieval.rows
        is_single = ~np.append(self._points, True)[run.element[rows]]
        if self.assessed.judged.trees is None:
            check_names(run, self._paths, rows[is_single])
        else:  # a lenient evaluation keeps names; the structure has none of them
            is_single &= ~np.append(self._paths.bad, False)[run.element[rows]]
        if run.last is not None:
            is_single &= (run.last[rows] < 0) | (run.last[rows] == run.element[rows])
        whole = (run.start[rows] < 0) & (run.element[rows] < 0) & (run.tree[rows] < 0)
        return is_single | whole

    @property
    def n_others(self) -> int:
        """Results seen so far that do not map to exactly one element."""
        return int((~self.is_element).sum()) if "is_element" in self.__dict__ else 0

    @cached_property
    def _paths(self) -> KeyedPaths:
        return KeyedPaths.of(self.run.elements)

    @cached_property
    def path_key(self) -> NDArray[np.uint64]:
        """Key of each result's path in its document; all roots have the same."""
        return path_keys(self._paths, self._element)

    @cached_property
    def _points(self) -> Flags:
        """Names of the run that mark a passage by points in the text, not an element."""
        names = self.run.elements
        points = np.zeros(len(names), np.bool_)
        for code in np.flatnonzero(self._paths.bad).tolist():
            points[code] = " " in names[code] or "/text()" in names[code]
        return points

    @cached_property
    def _element(self) -> NDArray[np.int32]:
        """Code of each result's path, negative for a whole document."""
        run, rows = self.run, self.retrieval.rows
        if run.element.size != len(run):
            return np.full(rows.size, NOWHERE, np.int32)
        return run.element[rows]

    @cached_property
    def node(self) -> Ints:
        """Row in the structure of each result, negative for a result that is no element.

        RowsError for elements that the structure does not have; lenient: counted.
        """
        run, rows, trees = self.run, self.retrieval.rows, self.assessed.trees
        named = np.flatnonzero(self.is_element & (run.doc[rows] < len(run.docs)))
        doc = trees.documents(run.docs)[run.doc[rows[named]]]
        node = np.full(rows.size, NOWHERE)
        node[named] = trees.find_keys(doc, self._paths, self._element[named])
        lost = rows[named[node[named] < 0]]
        if lost.size and not self.retrieval.assessments.lenient:
            raise_missing(run, np.sort(lost), trees)
        template = "{n:result} {n:is|are} not in the structure; nothing earned, nothing covered"
        self.retrieval.notes.warn(template, n=lost.size)
        return node

    # -- overlap ---------------------------------------------------------------------------

    @cached_property
    def _results(self) -> tuple[Forest, Ints]:
        """Forest of all results, and the place of each."""
        in_structure = self.node >= 0
        grown = self.grow(self.topic[in_structure], self.node[in_structure])
        return grown, self.place(grown, self.node)

    def grow(self, topic: Ints, node: Ints) -> Forest:
        """Grow the forest of some nodes, for a topic each."""
        s = self.assessed.trees.structure
        return forest(topic, node, parent=s.parent, depth=s.depth, last=s.last)

    def place(self, within: Forest, node: Ints) -> Ints:
        """Find the place of each result's node in a forest."""
        return find(within, self.topic, node, len(self.assessed.trees.structure))

    @cached_property
    def seen_before(self) -> Flags:
        """Mask of the results that earlier results show completely."""
        seen = shown_before(*self._results)
        n_repeated = int(repeated(self.topic, self.node, self.node >= 0).sum())
        self.retrieval.notes.add(REPEATED, n=n_repeated)
        return seen

    @cached_property
    def nearest(self) -> Ints:
        """First other result that contains, lies in or equals each result; see `NEVER`."""
        return nearest_related(*self._results)

    @cached_property
    def size(self) -> Ints:
        """Characters of each result, 0 for a result that is no element."""
        s = self.assessed.trees.structure
        size = np.zeros(self.node.size, np.int64)
        in_structure = self.node >= 0
        size[in_structure] = s.size[self.node[in_structure]]
        return size

    @cached_property
    def unseen(self) -> Ints:
        """Characters of each result that no earlier result has shown."""
        within, place = self._results
        size = self.assessed.trees.structure.size[within.node]
        return unseen_mass(within, place, self.seen_before, size)

    # -- relevance -------------------------------------------------------------------------

    @property
    def assessed_forest(self) -> AssessedForest:
        """Assessed elements and results, with the pairs that the assessments give."""
        return self.highlighted_forest if self.highlighted else self.graded_forest

    @cached_property
    def graded_forest(self) -> AssessedForest:
        """Pool of elements whose pairs (e, s) the rows give."""
        return graded_forest(self)

    @cached_property
    def highlighted_forest(self) -> AssessedForest:
        """Pool of elements that hold highlighted text."""
        return highlighted_forest(self)

    @cached_property
    def matches(self) -> ElementMatches:
        """Assessed elements that results return; trees are asked only about highlights."""
        return found_in_text(self) if self.highlighted else found_by_path(self)
