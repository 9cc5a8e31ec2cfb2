"""Graphs of links: transition matrices, and reach probabilities cached by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import FormatError
from partwise.kernels.hitting import CACHE_CELLS, Hitting, Progress
from partwise.kernels.paths import positions
from partwise.kernels.probability import sums
from partwise.kernels.ragged import distinct, offsets_from_owners, owners, ranges
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets
    from partwise.users.links import ListedFile


MAX_SEPARATE_GOALS = 32
"""Maximum number of goals that are solved one by one where any of them will do."""

MAX_CONDITION = 1e3
"""Maximum condition number of the reach between such goals."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges with probabilities between the vertices of a file."""

    file: str
    """Name of the file, for messages."""
    n: int
    """Number of vertices."""
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

    def equals(self, graph: Graph) -> bool:
        """Return True if another graph has the same edges, whatever its file."""
        pairs = zip(
            (self.source, self.target, self.chance),
            (graph.source, graph.target, graph.chance),
            strict=True,
        )
        return self.n == graph.n and all(np.array_equal(*pair) for pair in pairs)

    def between(self, x: Ints, y: Ints) -> Reals:
        """Probability of the edge from each vertex to another, 0 where there is none."""
        n = np.int64(max(self.n, 1))
        key = np.where((x < 0) | (y < 0), ABSENT, x * n + y)
        return np.append(self.chance, 0.0)[positions(self.source * n + self.target, key)]

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

    def visits(self, x: Ints, y: Ints, progress: Progress | None = None) -> Reals:
        """Probability of ever coming from each vertex to another, in any number of steps."""
        out = np.zeros(x.size)
        rows = np.flatnonzero((x >= 0) & (y >= 0))
        with self._explained():
            out[rows] = self._chain().between(x[rows], y[rows], progress)
        return out

    def visits_any(self, x: Ints, goals: Ints) -> Reals:
        r"""Probability of ever standing on one of some vertices, from each vertex.

        Whoever comes to a goal came to one of them first: with the chances H between goals,
        :math:`h(x, G) = h(x, \cdot)\, a` where :math:`H a = 1`. Where that is too many goals, or
        not well told from each other, all of them are made one.
        """
        with self._explained():
            chain, k = self._chain(), goals.size
            if k <= MAX_SEPARATE_GOALS:
                sources, targets = np.repeat(goals, k), np.tile(goals, k)
                among = chain.between(sources, targets).reshape(k, k)
                if np.linalg.cond(among) < MAX_CONDITION:
                    share = np.linalg.solve(among, np.ones(k))
                    each = chain.between(np.repeat(x, k), np.tile(goals, x.size)).reshape(-1, k)
                    return np.clip(each @ share, 0.0, 1.0)
            inside = np.zeros(self.n + 1, np.bool_)
            inside[goals] = True
            target = np.where(inside[self.target], self.n, self.target)
            merged = Hitting(self.source, target, self.chance, self.n + 1)
            reach = merged.between(np.where(inside[x], self.n, x), np.full(x.size, self.n))
        return np.where(inside[x], 1.0, reach)

    @property
    def at_once(self) -> int:
        """Number of goals that `learn` can solve together without evicting the first."""
        return max(1, CACHE_CELLS // (2 * max(self.n, 1)))

    def learn(self, goals: Ints, progress: Progress | None = None) -> None:
        """Solve together for goals that `visits_any` needs next."""
        with self._explained():
            self._chain().learn(goals, progress)

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
"""Probabilities of one block."""

CACHED_CELLS = 1 << 23
"""Probabilities that are cached: 64 MB of float64."""

Reach = Callable[[Ints, Ints, Ints], Reals]
"""Called with topics, sources and targets (int64[n_pairs]); returns reach, float64[n_pairs]."""


class LruBlocks:
    """Blocks of probabilities that several models share; the oldest are evicted first."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[object, int], Reals] = {}

    def get(self, key: tuple[object, int]) -> Reals | None:
        """Block of a key, or None if it was evicted."""
        return self._blocks.get(key)

    def put(self, key: tuple[object, int], block: Reals) -> None:
        """Store a block; evict old ones beyond `CACHED_CELLS`."""
        n_cells = block.size + sum(cached.size for cached in self._blocks.values())
        for oldest in list(self._blocks):
            if n_cells <= CACHED_CELLS:
                break
            n_cells -= self._blocks.pop(oldest).size
        self._blocks[key] = block


class ReachCache:
    """Cache of reach probabilities from a topic's results to its targets.

    One solve per target serves all sources, and measures look up result by result, one measure
    after the other. So a lookup fills a block: targets with all sources of their topics.

    Parameters
    ----------
    sources, targets : pair of ndarray
        Topics and nodes, each pair once.
    blocks : LruBlocks, optional
        Storage, shared with other models.
    """

    def __init__(
        self,
        sources: tuple[Ints, Ints],
        targets: tuple[Ints, Ints],
        blocks: LruBlocks | None = None,
    ) -> None:
        self._blocks = LruBlocks() if blocks is None else blocks
        self._id = object()
        nodes, topics = (np.append(sources[column], targets[column]) for column in (1, 0))
        self._n_nodes = np.int64(nodes.max(initial=0) + 1)
        self._n_topics = int(topics.max(initial=-1)) + 1
        self._source_keys = np.sort(sources[0] * self._n_nodes + sources[1])
        self._target_keys = np.sort(targets[0] * self._n_nodes + targets[1])
        self._source_offsets = offsets_from_owners(
            self._source_keys // self._n_nodes, self._n_topics
        )
        n_sources = np.diff(self._source_offsets)[self._target_keys // self._n_nodes]
        self._cell_offsets = np.concatenate(([0], np.cumsum(n_sources)))
        self._block_of_target = self._cell_offsets[:-1] // WINDOW

    def lookup(self, topic: Ints, source: Ints, target: Ints, compute: Reach) -> Reals:
        """Reach probability of each (topic, source, target); `compute` solves missing blocks."""
        row = self._index(self._target_keys, topic, target)
        column = self._index(self._source_keys, topic, source)
        outside = np.flatnonzero((row < 0) | (column < 0))
        out = np.zeros(source.size)
        if outside.size:
            out[outside] = compute(topic[outside], source[outside], target[outside])
        rows = np.flatnonzero((row >= 0) & (column >= 0))
        block = self._block_of_target[row[rows]]
        cell = self._cell_offsets[row[rows]] + column[rows] - self._source_offsets[topic[rows]]
        for number in distinct(block).tolist():
            in_block = np.flatnonzero(block == number)
            first_cell = self._cell_offsets[np.searchsorted(self._block_of_target, number)]
            out[rows[in_block]] = self._block(number, compute)[cell[in_block] - first_cell]
        return out

    def _index(self, keys: Ints, topic: Ints, node: Ints) -> Ints:
        """Index of (topic, node) among the keys, -1 if absent."""
        inside = node < self._n_nodes
        return positions(keys, np.where(inside, topic * self._n_nodes + node, ABSENT))

    def _block(self, number: int, compute: Reach) -> Reals:
        """Probabilities of the targets of a block, from all sources of their topics."""
        key = self._id, number
        block = self._blocks.get(key)
        if block is None:
            row = np.arange(*np.searchsorted(self._block_of_target, (number, number + 1)))
            topic = self._target_keys[row] // self._n_nodes
            column, offsets = ranges(self._source_offsets[topic], self._source_offsets[topic + 1])
            owner = owners(offsets)
            block = compute(
                topic[owner],
                self._source_keys[column] % self._n_nodes,
                self._target_keys[row[owner]] % self._n_nodes,
            )
            self._blocks.put(key, block)
        return block


def unmatched_links_error(file: ListedFile, both: ResultsAndTargets) -> FormatError:
    """FormatError for a link file that matches no result and no target."""
    n, name = file.links.source.size, file.table.file
    if not n:
        return FormatError(name, None, *file.links.none)
    problem = f"0 of {n:,} links concern a result or an assessed unit. "
    problem += f"First link: {file.links.first}"
    if both.result.size:
        node = int(both.tree_nodes[both.tree_offsets[both.result[0]]])
        place = both.nodes.place(node)
        document = both.nodes.space.document(int(both.nodes.doc[node]))
        problem += f"; first result: {document} {place}".rstrip()
    hint = (
        "Use --doc-ids if documents are named differently; passages match where they overlap, "
        "documents, elements and names exactly"
    )
    return FormatError(name, None, problem, hint)
