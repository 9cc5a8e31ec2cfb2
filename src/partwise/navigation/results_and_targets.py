"""Results and targets of a topic as nodes of one space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.base import ByTopic, Memo, check_total
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.kernels.paths import positions
from partwise.kernels.ragged import (
    count_before,
    distinct,
    distinct_sets,
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    ranges,
    segment_count,
)
from partwise.tables.columns import ABSENT, first

if TYPE_CHECKING:
    from partwise.geometry.nodes import Nodes
    from partwise.users.base import CrossDocument


@dataclass(frozen=True, eq=False)
class NodeSets:
    """Trees: sets of nodes of one document each, before equal ones get one number."""

    topic: Ints
    """Topic of each tree, ascending."""
    nodes: Nodes
    """The nodes of all trees, one tree after the other."""
    offsets: Ints
    """Nodes of each tree; every tree has at least one."""
    value: Reals
    """Assessed value of each tree."""
    stated: Ints
    """Characters that its row states, -1 where it does not."""

    @classmethod
    def singles(cls, topic: Ints, nodes: Nodes, value: Reals | None = None) -> NodeSets:
        """One tree per node."""
        worth = np.ones(topic.size) if value is None else value
        stated = np.full(topic.size, ABSENT, np.int64)
        return cls(topic, nodes, np.arange(topic.size + 1), worth, stated)

    def __len__(self) -> int:
        return self.topic.size

    def joined(self, *others: NodeSets) -> NodeSets:
        """Trees of several sets, by topic."""
        parts = (self, *others)
        topic = np.concatenate([sets.topic for sets in parts])
        length = np.concatenate([np.diff(sets.offsets) for sets in parts])
        nodes = self.nodes.joined(*(sets.nodes for sets in others))
        value = np.concatenate([sets.value for sets in parts])
        stated = np.concatenate([sets.stated for sets in parts])
        whole = NodeSets(topic, nodes, offsets_from_lengths(length), value, stated)
        return whole.take(np.argsort(topic, kind="stable"))

    def take(self, trees: Ints) -> NodeSets:
        """Subset of the trees, in the given order."""
        rows, offsets = ranges(self.offsets[trees], self.offsets[trees + 1])
        value, stated = self.value[trees], self.stated[trees]
        return NodeSets(self.topic[trees], self.nodes.take(rows), offsets, value, stated)


class CoveredText:
    """Disjoint spans of topics in documents.

    Parameters
    ----------
    topic, doc : ndarray of int64
        The pairs, ascending by topic and then document.
    offsets, start, end : ndarray of int64
        Spans of each pair, ascending.
    """

    def __init__(self, topic: Ints, doc: Ints, offsets: Ints, start: Ints, end: Ints) -> None:
        self.topic = topic
        self.offsets = offsets
        self.size = end - start
        self._stride = int(doc.max(initial=0)) + 1
        self._key = topic * self._stride + doc
        extent = np.zeros(topic.size, np.int64)
        pair = owners(offsets)
        np.maximum.at(extent, pair, end)
        self._origin = lay_out(extent)
        self._start, self._end = start + self._origin[pair], end + self._origin[pair]
        self._extent = extent

    def base(self, topic: Ints, doc: Ints) -> Ints:
        """Pair of each topic and document, -1 where it has no text."""
        pair = positions(self._key, topic * self._stride + doc)
        return np.where(doc < self._stride, pair, ABSENT)

    def before(self, pair: Ints, position: Ints) -> Ints:
        """Characters before a position of a pair's document, those of earlier pairs included."""
        axis_position = self._origin[pair] + np.minimum(position, self._extent[pair])
        return covered_before(axis_position, self._start, self._end)

    def n_characters(self, n_topics: int) -> Ints:
        """Characters of each topic."""
        total = np.zeros(n_topics, np.int64)
        np.add.at(total, self.topic[owners(self.offsets)], self.size)
        return total


def text_of_trees(both: ResultsAndTargets, topic: Ints, tree: Ints) -> CoveredText:
    """Text that trees of topics show together, each character once."""
    start, end, owner = both.spans_of(tree)
    key = both.in_document(topic[owner], both.doc[tree[owner]])
    distinct, pair = np.unique(key, return_inverse=True)
    extent = np.zeros(distinct.size, np.int64)
    np.maximum.at(extent, pair, end)
    origin = lay_out(extent)
    low, high = merge(start + origin[pair], end + origin[pair])
    pair = np.searchsorted(origin, low, "right") - 1
    offsets = offsets_from_owners(pair, distinct.size)
    return CoveredText(
        *np.divmod(distinct, both.n_docs), offsets, low - origin[pair], high - origin[pair]
    )


def union_shares(both: ResultsAndTargets, depth: int | None) -> Reals:
    """Share of each target that the first `depth` results show together."""
    last = depth or both.result.size
    row = np.flatnonzero(both.rank <= last)
    low, high = both.near(row)
    row = row[high > low]
    text = text_of_trees(both, both.topic[row], both.result[row])
    covered = both.covered(both.target_topic, both.target, text)
    size = both.size[both.target]
    rank = np.append(both.rank, 0)[both.returned]  # a run may have no results at all
    seen = (both.returned >= 0) & (rank <= last)
    return np.where(size > 0, covered / np.maximum(size, 1), seen.astype(np.float64))


BLOCK = 1 << 18
"""Pairs of a result and a target that are looked at in one go."""


@dataclass(frozen=True, eq=False)
class ResultsAndTargets(ByTopic):
    """Results and targets of all topics, as trees of nodes."""

    nodes: Nodes
    """The distinct nodes."""
    tree_offsets: Ints
    tree_nodes: Ints
    """Nodes of each distinct tree, ascending."""
    result: Ints
    """Tree of each result, in rank order."""
    target_offsets: Ints
    """Targets of each topic."""
    target: Ints
    """Tree of each target, each once a topic; by document within a topic."""
    value: Reals
    """Assessed value of each target."""
    stated: Ints
    """Characters that rows state of each distinct tree, -1 where none does."""
    memo: Memo = field(default_factory=Memo)
    """Cache of what user models prepare once."""

    @classmethod
    def of(cls, results: NodeSets, targets: NodeSets, n_topics: int) -> ResultsAndTargets:
        """Build from sets of nodes; equal targets of a topic become one with the greatest value."""
        nodes, number = results.nodes.joined(targets.nodes).numbered()
        offsets = np.append(results.offsets[:-1], results.offsets[-1] + targets.offsets)
        tree_offsets, tree_nodes, tree = distinct_sets(number, offsets)
        target_tree = tree[len(results) :]
        doc = nodes.doc[tree_nodes[tree_offsets[target_tree]]] if target_tree.size else target_tree
        order = np.lexsort((-targets.value, target_tree, doc, targets.topic))
        topic, target_tree = targets.topic[order], target_tree[order]
        first_of_tree = np.ones(order.size, np.bool_)
        first_of_tree[1:] = (target_tree[1:] != target_tree[:-1]) | (topic[1:] != topic[:-1])
        stated = np.append(results.stated, targets.stated)
        return cls(
            offsets_from_owners(results.topic, n_topics),
            nodes,
            tree_offsets,
            tree_nodes,
            tree[: len(results)],
            offsets_from_owners(topic[first_of_tree], n_topics),
            target_tree[first_of_tree],
            targets.value[order][first_of_tree],
            _one_size(nodes, tree_nodes[tree_offsets[:-1]], tree, stated),
        )

    # -- results ---------------------------------------------------------------------------

    @property
    def rank(self) -> Ints:
        """Rank of each result."""
        return self.nth

    @cached_property
    def doc(self) -> Ints:
        """Document of each distinct tree."""
        return self.nodes.doc[self.tree_nodes[self.tree_offsets[:-1]]]

    def in_document(self, topic: Ints, doc: Ints) -> Ints:
        """One number for each topic in a document, ascending by topic and then document."""
        return topic * self.n_docs + doc

    @cached_property
    def n_docs(self) -> int:
        """Number of documents, at least: one more than the greatest number of one."""
        return int(self.nodes.doc.max(initial=0)) + 1

    @cached_property
    def fresh(self) -> Flags:
        """Results that do not repeat an earlier one of their topic."""
        order = np.lexsort((self.result, self.topic))
        repeated = np.zeros(order.size, np.bool_)
        repeated[1:] = self.result[order][1:] == self.result[order][:-1]
        repeated[1:] &= self.topic[order][1:] == self.topic[order][:-1]
        fresh = np.ones(order.size, np.bool_)
        fresh[order[repeated]] = False
        return fresh

    def n_distinct(self, depth: int | None = None) -> Ints:
        """Distinct results among the first `depth` of each topic."""
        return segment_count(self.fresh, self.offsets, depth)

    @cached_property
    def result_nodes(self) -> tuple[Ints, Ints]:
        """Topics and nodes of all results, each pair once, ascending."""
        return self._nodes_of(self.topic, self.result)

    def _nodes_of(self, topic: Ints, tree: Ints) -> tuple[Ints, Ints]:
        rows, offsets = ranges(self.tree_offsets[tree], self.tree_offsets[tree + 1])
        n = np.int64(len(self.nodes))
        key = distinct(np.repeat(topic, np.diff(offsets)) * n + self.tree_nodes[rows])
        return key // n, key % n

    # -- targets ---------------------------------------------------------------------------

    @cached_property
    def target_nodes(self) -> tuple[Ints, Ints]:
        """Topics and nodes of all targets, each pair once, ascending."""
        return self._nodes_of(self.target_topic, self.target)

    @cached_property
    def _targets(self) -> ByTopic:
        return ByTopic(self.target_offsets)

    @property
    def target_topic(self) -> Ints:
        """Topic of each target."""
        return self._targets.topic

    @cached_property
    def n_targets(self) -> Ints:
        """Targets of each topic."""
        return self._targets.count

    @cached_property
    def returned(self) -> Ints:
        """First result that is each target, -1 where none is."""
        n, rows = self.n_nodes.size, np.flatnonzero(self.fresh)
        have = self.topic[rows] * n + self.result[rows]
        order = np.argsort(have)
        index = positions(have[order], self.target_topic * n + self.target)
        return np.append(rows[order], ABSENT)[index]

    def near(self, row: Ints) -> tuple[Ints, Ints]:
        """First target, and the one after the last, in the document of each result."""
        have = self.in_document(self.target_topic, self.doc[self.target])
        want = self.in_document(self.topic[row], self.doc[self.result[row]])
        return np.searchsorted(have, want), np.searchsorted(have, want, "right")

    def meetings(
        self, row: Ints, crossing: CrossDocument | None = None
    ) -> Iterator[tuple[Ints, Ints]]:
        """Pairs of a result and a target of its topic, in the order of the rows.

        They are of one document, or between nodes that are left for and reached from others.
        Blocks hold whole rows and about `BLOCK` pairs of nodes, never all of a topic at once.
        """
        low, high = self.near(row)
        if crossing is not None:
            leaving = self._any_node(crossing.sources)
            reachable = self._any_node(crossing.targets)[self.target]
            far = leaving[self.result[row]]
            low = np.where(far, self.target_offsets[self.topic[row]], low)
            high = np.where(far, self.target_offsets[self.topic[row] + 1], high)
        met = np.flatnonzero(high > low)
        row, low, high = row[met], low[met], high[met]
        before = count_before(self.n_nodes[self.target])
        cost = (before[high] - before[low]) * self.n_nodes[self.result[row]]
        block = np.cumsum(cost) // BLOCK
        for rows in np.split(np.arange(row.size), np.flatnonzero(np.diff(block)) + 1):
            target, offsets = ranges(low[rows], high[rows])
            result = np.repeat(row[rows], np.diff(offsets))
            if crossing is not None:
                same = self.doc[self.result[result]] == self.doc[self.target[target]]
                meet = same | reachable[target]
                result, target = result[meet], target[meet]
            yield result, target

    def _any_node(self, flags: Flags) -> Flags:
        """Distinct trees of which a node has a flag."""
        has_flag = np.zeros(self.n_nodes.size, np.bool_)
        has_flag[owners(self.tree_offsets)[flags[self.tree_nodes]]] = True
        return has_flag

    # -- sizes -----------------------------------------------------------------------------

    @cached_property
    def n_nodes(self) -> Ints:
        """Nodes of each distinct tree."""
        return np.diff(self.tree_offsets)

    @cached_property
    def extents(self) -> tuple[Ints, Ints, Ints]:
        """Start, end and tree of the disjoint spans that each distinct tree shows."""
        tree = owners(self.tree_offsets)
        nodes = self.nodes
        extent = np.zeros(self.n_nodes.size, np.int64)
        end = np.maximum(nodes.end, 0)[self.tree_nodes]
        start = np.maximum(nodes.start, 0)[self.tree_nodes]
        np.maximum.at(extent, tree, end)
        check_total(extent, "parts")
        origin = lay_out(extent)
        begin, stop = merge(start + origin[tree], end + origin[tree])
        owner = np.searchsorted(origin, begin, "right") - 1
        return begin - origin[owner], stop - origin[owner], owner

    @cached_property
    def size(self) -> Ints:
        """Characters of each distinct tree: of its text, or as stated; -1 where not known."""
        start, end, tree = self.extents
        size = segment_count(end - start, offsets_from_owners(tree, self.n_nodes.size))
        if self.nodes.space.structure is None:
            self._check_stated_sizes(size)
        return np.where(self.placed, size, self.stated)

    @cached_property
    def placed(self) -> Flags:
        """Distinct trees all of whose nodes have a known extent."""
        placed = np.ones(self.n_nodes.size, np.bool_)
        placed[owners(self.tree_offsets)[self.nodes.end[self.tree_nodes] < 0]] = False
        return placed

    def _check_stated_sizes(self, size: Ints) -> None:
        """Raise if a stated size contradicts the offsets."""
        if (tree := first(self.placed & (self.stated >= 0) & (self.stated != size))) is not None:
            node = int(self.tree_nodes[self.tree_offsets[tree]])
            nodes, stated = self.nodes, int(self.stated[tree])
            named = f"{nodes.place(node)} of document {nodes.space.document(int(nodes.doc[node]))}"
            problem = f"size of {named} is {stated:,}, and its offsets hold {int(size[tree]):,}"
            raise nodes.space.at_node(nodes, node, problem, "size")

    def spans_of(self, tree: Ints) -> tuple[Ints, Ints, Ints]:
        """Start, end and owner (position in `tree`) of the spans that some trees show."""
        start, end, owner = self.extents
        offsets = offsets_from_owners(owner, self.n_nodes.size)
        rows, span_offsets = ranges(offsets[tree], offsets[tree + 1])
        return start[rows], end[rows], owners(span_offsets)

    def covered(self, topic: Ints, tree: Ints, text: CoveredText) -> Ints:
        """Characters of each tree that a topic's text covers."""
        start, end, owner = self.spans_of(tree)
        base = text.base(topic[owner], self.doc[tree[owner]])
        has_text = base >= 0
        owner, base = owner[has_text], base[has_text]
        low = text.before(base, start[has_text])
        high = text.before(base, end[has_text])
        return np.bincount(owner, weights=high - low, minlength=tree.size).astype(np.int64)


def _one_size(nodes: Nodes, first_node: Ints, tree: Ints, stated: Ints) -> Ints:
    """Stated size of each distinct tree; raise if two rows state different ones."""
    size = np.full(first_node.size, ABSENT, np.int64)
    is_stated = stated >= 0
    np.maximum.at(size, tree[is_stated], stated[is_stated])
    if (row := first(is_stated & (stated != size[tree]))) is not None:
        node = int(first_node[tree[row]])
        named = f"{nodes.place(node)} of document {nodes.space.document(int(nodes.doc[node]))}"
        sizes = f"{int(stated[row]):,} in one row, {int(size[tree[row]]):,} in another"
        raise nodes.space.at_node(nodes, node, f"size of {named} is {sizes}")
    return size
