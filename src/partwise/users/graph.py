"""Steps and links between named elements, as files give them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import FormatError
from partwise.geometry.nodes import Nodes, Space
from partwise.geometry.resolve.element_names import path_repairs
from partwise.kernels.probability.hitting import hitting_probabilities
from partwise.kernels.probability.noisy_or import sums
from partwise.messages import Note
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names
from partwise.tables.paths import completed

if TYPE_CHECKING:
    from partwise.files.formats.edges import EdgeTable
    from partwise.files.formats.routes import RouteTable
    from partwise.navigation.results_and_targets import ResultsAndTargets


LINKS = "links"
"""Under this key a view keeps how many links of each file were read and matched."""

KEPT = 1 << 23
"""Probabilities of visits that are kept for reuse (64 MB)."""


@dataclass(frozen=True)
class Links:
    """The links of a file."""

    source: Ints
    target: Ints
    """Vertices of each link."""
    first: str
    """The first one of the file, in words."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Weighted edges between the elements of documents.

    Vertices are numbered by document, so that those of one document stand together.
    """

    file: str
    """Where it comes from, for messages."""
    docs: Names
    elements: Names
    """Dictionaries of `doc` and `element`."""
    doc: Ints
    element: Ints
    line: Ints
    """Document and element of each vertex, and the first line that names it."""
    source: Ints
    target: Ints
    """Vertices of each edge, each pair once, ascending."""
    chance: Reals
    """Probability of each edge."""
    links: Links | None = None
    """What the file says of itself, for messages."""
    _visits: dict[int, Reals] = field(default_factory=dict)
    _index: list[tuple[Ints, ...]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        table: EdgeTable | RouteTable,
        distinct: tuple[Ints, Ints],
        edges: tuple[Ints, Ints, Reals],
        links: Links | None = None,
    ) -> Graph:
        """Make a graph of a file's `vertices` (numbers and first lines) and edges in any order."""
        (number, line), (source, target, chance) = distinct, edges
        n, order = max(len(table.elements), 1), np.lexsort((target, source))
        edges = source[order], target[order], chance[order]
        ends = number // n, number % n, line
        return cls(table.file, table.docs, table.elements, *ends, *edges, links)

    # -- vertices --------------------------------------------------------------------------

    def locate(self, nodes: Nodes) -> Ints:
        """Vertex of each node, -1 where the file does not name it."""
        space = nodes.space
        if not self._index:  # a graph serves one space: that of its evaluation
            self._index.append(self._names(space) if space.trees is None else self.rows(space))
        order, key, *codes = self._index[0]
        if space.trees is not None:
            return order[_look_up(key, nodes.row)]
        doc = codes[0][np.minimum(nodes.doc, space.docs.size)]
        element = codes[1][nodes.name]
        asked = np.where((doc < 0) | (element < 0), ABSENT, doc * len(self.elements) + element)
        return order[_look_up(key, asked)]

    def rows(self, space: Space) -> tuple[Ints, Ints]:
        """Vertices by row of the structure; FormatError for one that it does not have."""
        trees = space.trees
        if trees is None:
            return np.array([ABSENT]), np.empty(0, np.int64)
        code = trees.documents(self.docs)[self.doc]
        row = trees.find(code, self.elements, self.element.astype(np.int32))
        if space.lenient:
            row = self._completed(space, code, row)
        if (at := first(row < 0)) is not None:
            name = self.docs[int(self.doc[at])]
            problem = f"no element {self.elements[int(self.element[at])]} in document {name}"
            if code[at] < 0:
                problem = f"document {name} is not in the structure"
            raise FormatError(self.file, int(self.line[at]), problem, "Take the line out")
        order = np.argsort(row, kind="stable")
        twice = np.flatnonzero(row[order[1:]] == row[order[:-1]])
        if twice.size:
            one, other = sorted(order[twice[0] : twice[0] + 2], key=lambda at: self.line[at])
            first_name, name = (self.elements[int(self.element[at])] for at in (one, other))
            problem = f"{first_name} and {name} are one element of {self.docs[int(self.doc[one])]}"
            raise FormatError(self.file, int(self.line[other]), problem, "Use one spelling")
        return np.append(order, ABSENT), row[order]

    def _completed(self, space: Space, code: Ints, row: Ints) -> Ints:
        """Find vertices whose steps lack ``[n]`` as the first of their name, where they are."""
        trees, found = space.trees, row.copy()
        missing = np.flatnonzero((row < 0) & (code >= 0))
        paths = [completed(self.elements[at]) for at in self.element[missing].tolist()]
        loose = np.array([at for at, path in zip(missing, paths, strict=True) if path], np.int64)
        names = Names.of(dict.fromkeys(path for path in paths if path))
        if trees is None or not loose.size:
            return found
        element = np.array([names.index[path] for path in paths if path], np.int32)
        found[loose] = trees.find(code[loose], names, element)
        if n := int((found[loose] >= 0).sum()):
            space.say(Note(path_repairs(n), subject=self.file))
        return found

    def concern(self, both: ResultsAndTargets) -> None:
        """Count the links that concern a result or a unit; none at all is an error (E29)."""
        links = self.links
        if links is None:
            return
        vertex = self.locate(both.nodes)
        named = np.zeros(self.doc.size + 1, np.bool_)
        named[vertex[vertex >= 0]] = True
        n, matched = links.source.size, int((named[links.source] | named[links.target]).sum())
        if not matched:
            raise FormatError(self.file, None, *_unconcerned(n, links.first, both))
        counts: dict[str, tuple[int, int]] = both.nodes.space.memo(LINKS, dict)
        counts[self.file] = n, max(matched, counts.get(self.file, (0, 0))[1])

    def _names(self, space: Space) -> tuple[Ints, Ints, Ints, Ints]:
        """Vertices by code of document and element; codes here of the space's names."""
        doc = np.append(space.docs.codes_in(self.docs), ABSENT)
        element = np.append(space.elements.codes_in(self.elements), ABSENT)
        key = self.doc * len(self.elements) + self.element
        order = np.argsort(key)
        return np.append(order, ABSENT), key[order], doc, element

    # -- edges -----------------------------------------------------------------------------

    def between(self, x: Ints, y: Ints) -> Reals:
        """Probability of the edge from each vertex to another, 0 where there is none."""
        n = max(self.doc.size, 1)
        key = self.source * n + self.target
        asked = np.where((x < 0) | (y < 0), ABSENT, x * n + y)
        return np.append(self.chance, 0.0)[_look_up(key, asked)]

    def out_of(self, x: Ints) -> Reals:
        """Sum of the probabilities of leaving each vertex for another one."""
        moves = self.source != self.target
        total = sums(self.source[moves], self.chance[moves], self.doc.size)
        return np.where(x < 0, 0.0, np.append(total, 0.0)[x])

    def visits(self, x: Ints, y: Ints) -> Reals:
        """Probability of ever coming from each vertex to another, in any number of steps."""
        out = np.zeros(x.size)
        asked = np.flatnonzero((x >= 0) & (y >= 0))
        if not asked.size:
            return out
        asked = asked[self.doc[x[asked]] == self.doc[y[asked]]]
        asked = asked[np.argsort(y[asked], kind="stable")]
        goal, head = np.unique(y[asked], return_index=True)
        for number, rows in zip(goal.tolist(), np.split(asked, head[1:]), strict=True):
            begin, chance = self._first_of(number), self._towards(number)
            out[rows] = chance[x[rows] - begin]
        return out

    def _first_of(self, vertex: int) -> int:
        return int(np.searchsorted(self.doc, self.doc[vertex]))

    def _towards(self, goal: int) -> Reals:
        """Chance of visiting a vertex from all vertices of its document."""
        if goal in self._visits:
            return self._visits[goal]
        begin = self._first_of(goal)
        until = int(np.searchsorted(self.doc, self.doc[goal], "right"))
        low, high = np.searchsorted(self.source, (begin, until))
        try:
            chance = hitting_probabilities(
                self.source[low:high] - begin,
                self.target[low:high] - begin,
                self.chance[low:high],
                until - begin,
                goal - begin,
            )
        except ArithmeticError as error:
            name = self.docs[int(self.doc[goal])]
            hint = "Use kind=reach and chances of ever getting there"
            raise FormatError(self.file, None, f"document {name}: {error}", hint) from None
        if sum(known.size for known in self._visits.values()) + chance.size > KEPT:
            self._visits.clear()
        self._visits[goal] = chance
        return chance


def _unconcerned(n: int, first_link: str, both: ResultsAndTargets) -> tuple[str, str]:
    """Say that no link concerns anything that was returned or assessed."""
    if not n:
        return "no route has a second place", "A route is a document and two places or more"
    problem = f"0 of {n:,} links concern a result or an assessed unit. First link: {first_link}"
    if both.result.size:
        at = int(both.tree_nodes[both.tree_offsets[both.result[0]]])
        name, place = both.nodes.space.document(int(both.nodes.doc[at])), both.nodes.place(at)
        problem += f"; first result: {name} {place}".rstrip()
    return problem, "Use --doc-ids if documents are named differently"


def _look_up(known: Ints, asked: Ints) -> Ints:
    """Position of each number in an ascending column, -1 where it is not there."""
    if not known.size:
        return np.full(asked.size, ABSENT, np.int64)
    at = np.minimum(np.searchsorted(known, asked), known.size - 1)
    return np.where((asked >= 0) & (known[at] == asked), at, ABSENT)


def step_words(docs: Names, elements: Names, doc: Ints, element: Ints) -> str:
    """Say from where to where a link leads, given the codes of its two ends."""
    ends = zip(doc.tolist(), element.tolist(), strict=True)
    return " -> ".join(f"{docs[d]} {elements[e]}" for d, e in ends)


def vertices(doc: Ints, element: Ints, line: Ints, n_elements: int) -> tuple[Ints, Ints, Ints]:
    """Distinct (document, element) pairs, ascending: codes, number of each row, first line."""
    key = doc * max(n_elements, 1) + element
    distinct, number = np.unique(key, return_inverse=True)
    first_line = np.full(distinct.size, np.iinfo(np.int64).max)
    np.minimum.at(first_line, number, line)
    return distinct, number, first_line
