"""Graphs of links: transition matrices, and reach probabilities cached by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import FormatError
from partwise.kernels.hitting import KEPT, Hitting, Told
from partwise.kernels.paths import positions
from partwise.kernels.probability import sums
from partwise.kernels.ragged import distinct, offsets_from_owners, owners, ranges
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets
    from partwise.users.links import ListedFile


FEW = 32
"""Goals that are told apart one by one where any of them will do."""

WELL_TOLD = 1e3
"""Greatest condition of the chances between such goals."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges with probabilities between the vertices of a file."""

    file: str
    """Where it comes from, for messages."""
    n: int
    """How many vertices there are."""
    source: Ints
    target: Ints
    """Vertices of each edge, each pair once, ascending."""
    chance: Reals
    """Probability of each edge."""
    _hitting: list[Hitting] = field(default_factory=list)

    @classmethod
    def of(cls, file: str, n: int, source: Ints, target: Ints, chance: Reals) -> Graph:
        """Make a graph of edges in any order."""
        order = np.lexsort((target, source))
        return cls(file, n, source[order], target[order], chance[order])

    def equals(self, other: Graph) -> bool:
        """Tell whether another graph has the same edges, wherever it comes from."""
        pairs = zip(
            (self.source, self.target, self.chance),
            (other.source, other.target, other.chance),
            strict=True,
        )
        return self.n == other.n and all(np.array_equal(one, two) for one, two in pairs)

    def between(self, x: Ints, y: Ints) -> Reals:
        """Probability of the edge from each vertex to another, 0 where there is none."""
        n = np.int64(max(self.n, 1))
        asked = np.where((x < 0) | (y < 0), ABSENT, x * n + y)
        return np.append(self.chance, 0.0)[positions(self.source * n + self.target, asked)]

    def out_of(self, x: Ints) -> Reals:
        """Sum of the probabilities of leaving each vertex for another one."""
        moves = self.source != self.target
        total = sums(self.source[moves], self.chance[moves], self.n)
        return np.where(x < 0, 0.0, np.append(total, 0.0)[x])

    def moves(self) -> tuple[Ints, Ints, Reals]:
        """List the steps to other vertices; those of a vertex that exceed 1 are scaled to it."""
        total = np.bincount(self.source, weights=self.chance, minlength=self.n)
        moves = self.source != self.target
        source = self.source[moves]
        return (
            source,
            self.target[moves],
            (self.chance / np.maximum(total, 1.0)[self.source])[moves],
        )

    # -- ever getting there ----------------------------------------------------------------

    def visits(self, x: Ints, y: Ints, told: Told | None = None) -> Reals:
        """Probability of ever coming from each vertex to another, in any number of steps."""
        out = np.zeros(x.size)
        asked = np.flatnonzero((x >= 0) & (y >= 0))
        with self._explained():
            out[asked] = self._chain().between(x[asked], y[asked], told)
        return out

    def visits_any(self, x: Ints, goals: Ints) -> Reals:
        r"""Probability of ever standing on one of some vertices, from each vertex.

        Whoever comes to a goal came to one of them first: with the chances H between goals,
        :math:`h(x, G) = h(x, \cdot)\, a` where :math:`H a = 1`. Where that is too many goals, or
        not well told from each other, all of them are made one.
        """
        with self._explained():
            chain, k = self._chain(), goals.size
            if k <= FEW:
                here, there = np.repeat(goals, k), np.tile(goals, k)
                among = chain.between(here, there).reshape(k, k)
                if np.linalg.cond(among) < WELL_TOLD:
                    share = np.linalg.solve(among, np.ones(k))
                    each = chain.between(np.repeat(x, k), np.tile(goals, x.size)).reshape(-1, k)
                    return np.clip(each @ share, 0.0, 1.0)
            inside = np.zeros(self.n + 1, np.bool_)
            inside[goals] = True
            target = np.where(inside[self.target], self.n, self.target)
            one = Hitting(self.source, target, self.chance, self.n + 1)
            found = one.between(np.where(inside[x], self.n, x), np.full(x.size, self.n))
        return np.where(inside[x], 1.0, found)

    @property
    def at_once(self) -> int:
        """How many goals it can `learn` about at one time without forgetting the first."""
        return max(1, KEPT // (2 * max(self.n, 1)))

    def learn(self, goals: Ints, told: Told | None = None) -> None:
        """Find out at one time about goals of which `visits_any` is asked next."""
        with self._explained():
            self._chain().learn(goals, told)

    def _chain(self) -> Hitting:
        if not self._hitting:
            self._hitting.append(Hitting(self.source, self.target, self.chance, self.n))
        return self._hitting[0]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except ArithmeticError as error:
            hint = "Use kind=reach and chances of ever getting there"
            raise FormatError(self.file, None, str(error), hint) from None


WINDOW = 1 << 20
"""Chances that are found in one go."""

CACHED_CELLS = 1 << 23
"""Chances that are kept (64 MB)."""

Between = Callable[[Ints, Ints, Ints], Reals]
"""Chance of getting from node to node for the readers of a topic: topics, nodes, other nodes."""


class Kept:
    """Tables of chances that several models share room for; the oldest make way for new ones."""

    def __init__(self) -> None:
        self._tables: dict[tuple[object, int], Reals] = {}

    def get(self, key: tuple[object, int]) -> Reals | None:
        """Return a table, if it is still there."""
        return self._tables.get(key)

    def put(self, key: tuple[object, int], table: Reals) -> None:
        """Keep a table."""
        held = table.size + sum(known.size for known in self._tables.values())
        for oldest in list(self._tables):
            if held <= CACHED_CELLS:
                break
            held -= self._tables.pop(oldest).size
        self._tables[key] = table


class Ways:
    """Remembers the chances between the nodes from which and to which the readers of topics go.

    To find out who ever comes to a goal costs the same for one result and for all of them, and
    measures ask result by result, one measure after the other. So all that a topic may ask
    about a goal is answered when its first result is.

    Parameters
    ----------
    origins, goals : pair of ndarray
        Topics and nodes, each pair once.
    kept : Kept, optional
        Where they are kept, beside those of others.
    """

    def __init__(
        self,
        origins: tuple[Ints, Ints],
        goals: tuple[Ints, Ints],
        kept: Kept | None = None,
    ) -> None:
        self._kept = Kept() if kept is None else kept
        self._mine = object()
        nodes, topics = (np.append(origins[at], goals[at]) for at in (1, 0))
        self._stride = np.int64(nodes.max(initial=0) + 1)
        self._n_topics = int(topics.max(initial=-1)) + 1
        self._from = np.sort(origins[0] * self._stride + origins[1])
        self._to = np.sort(goals[0] * self._stride + goals[1])
        self._first = offsets_from_owners(self._from // self._stride, self._n_topics)
        many = np.diff(self._first)[self._to // self._stride]
        self._cell = np.concatenate(([0], np.cumsum(many)))
        self._window = self._cell[:-1] // WINDOW

    def between(self, topic: Ints, x: Ints, y: Ints, find: Between) -> Reals:
        """Chance of ever getting from each node to its other; `find` is asked for new ones."""
        goal, origin = self._find(self._to, topic, y), self._find(self._from, topic, x)
        unknown = np.flatnonzero((goal < 0) | (origin < 0))
        out = np.zeros(x.size)
        if unknown.size:
            out[unknown] = find(topic[unknown], x[unknown], y[unknown])
        known = np.flatnonzero((goal >= 0) & (origin >= 0))
        window = self._window[goal[known]]
        cell = self._cell[goal[known]] + origin[known] - self._first[topic[known]]
        for number in distinct(window).tolist():
            mine = np.flatnonzero(window == number)
            first_cell = self._cell[np.searchsorted(self._window, number)]
            out[known[mine]] = self._table(number, find)[cell[mine] - first_cell]
        return out

    def _find(self, keys: Ints, topic: Ints, node: Ints) -> Ints:
        """Position of nodes of topics, -1 where they are not among the known ones."""
        inside = node < self._stride
        return positions(keys, np.where(inside, topic * self._stride + node, ABSENT))

    def _table(self, window: int, find: Between) -> Reals:
        """Return the chances of some goals, from all results of their topics."""
        key = self._mine, window
        table = self._kept.get(key)
        if table is None:
            goal = np.arange(*np.searchsorted(self._window, (window, window + 1)))
            topic = self._to[goal] // self._stride
            origin, offsets = ranges(self._first[topic], self._first[topic + 1])
            at = owners(offsets)
            table = find(
                topic[at], self._from[origin] % self._stride, self._to[goal[at]] % self._stride
            )
            self._kept.put(key, table)
        return table


def unconcerned(file: ListedFile, both: ResultsAndTargets) -> FormatError:
    """Return the error of links of which none concerns what was returned or assessed (E29)."""
    n, name = file.links.source.size, file.table.file
    if not n:
        return FormatError(name, None, *file.links.none)
    problem = f"0 of {n:,} links concern a result or an assessed unit. "
    problem += f"First link: {file.links.first}"
    if both.result.size:
        at = int(both.tree_nodes[both.tree_offsets[both.result[0]]])
        document, place = both.nodes.space.document(int(both.nodes.doc[at])), both.nodes.place(at)
        problem += f"; first result: {document} {place}".rstrip()
    hint = (
        "Use --doc-ids if documents are named differently; passages match where they overlap, "
        "documents, elements and names exactly"
    )
    return FormatError(name, None, problem, hint)
