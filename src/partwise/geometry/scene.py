"""Results and wanted units of all topics on one table of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise.geometry.limits import check_total
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.kernels.ragged import (
    count_before,
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    segment_count,
)
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.geometry.nodes import Nodes

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]

BLOCK = 1 << 18
"""Pairs of a result and a unit that are looked at in one go."""


@dataclass(frozen=True, eq=False)
class Bunch:
    """Trees: sets of nodes of one document each, before equal ones get one number.

    Parameters
    ----------
    topic : ndarray of int64
        Topic of each tree, ascending.
    nodes : Nodes
        The nodes of all trees, one tree after the other.
    offsets : ndarray of int64
        Nodes of each tree; every tree has at least one.
    value : ndarray of float64
        What the assessors said of it.
    """

    topic: Ints
    nodes: Nodes
    offsets: Ints
    value: Reals

    @classmethod
    def singles(cls, topic: Ints, nodes: Nodes, value: Reals | None = None) -> Bunch:
        """One tree per node."""
        worth = np.ones(topic.size) if value is None else value
        return cls(topic, nodes, np.arange(topic.size + 1), worth)

    def __len__(self) -> int:
        return self.topic.size

    def joined(self, *others: Bunch) -> Bunch:
        """Return the trees of several bunches, by topic."""
        every = (self, *others)
        topic = np.concatenate([bunch.topic for bunch in every])
        length = np.concatenate([np.diff(bunch.offsets) for bunch in every])
        nodes = self.nodes.joined(*(bunch.nodes for bunch in others))
        value = np.concatenate([bunch.value for bunch in every])
        whole = Bunch(topic, nodes, offsets_from_lengths(length), value)
        return whole.take(np.argsort(topic, kind="stable"))

    def take(self, at: Ints) -> Bunch:
        """Return some trees, in that order."""
        rows, offsets = ranges(self.offsets[at], self.offsets[at + 1])
        return Bunch(self.topic[at], self.nodes.take(rows), offsets, self.value[at])


@dataclass(frozen=True, eq=False)
class Scene:
    """What was returned and what was wanted.

    Parameters
    ----------
    nodes : Nodes
        The distinct nodes.
    tree_offsets, tree_nodes : ndarray of int64
        Nodes of each distinct tree, ascending.
    offsets : ndarray of int64
        Results of each topic.
    result : ndarray of int64
        Tree of each result, in rank order.
    unit_offsets : ndarray of int64
        Units of each topic.
    unit : ndarray of int64
        Tree of each unit, each once a topic; by document within a topic.
    value : ndarray of float64
        What the assessors said of each unit.
    """

    nodes: Nodes
    tree_offsets: Ints
    tree_nodes: Ints
    offsets: Ints
    result: Ints
    unit_offsets: Ints
    unit: Ints
    value: Reals

    @classmethod
    def of(cls, results: Bunch, units: Bunch, n_topics: int) -> Scene:
        """Build from bunches; equal units of a topic become one with the greatest value."""
        nodes, number = results.nodes.joined(units.nodes).numbered()
        offsets = np.append(results.offsets[:-1], results.offsets[-1] + units.offsets)
        tree_offsets, tree_nodes, tree = _number_trees(number, offsets)
        wanted = tree[len(results) :]
        doc = nodes.doc[tree_nodes[tree_offsets[wanted]]] if wanted.size else wanted
        order = np.lexsort((-units.value, wanted, doc, units.topic))
        topic, wanted = units.topic[order], wanted[order]
        kept = np.ones(order.size, np.bool_)
        kept[1:] = (wanted[1:] != wanted[:-1]) | (topic[1:] != topic[:-1])
        return cls(
            nodes,
            tree_offsets,
            tree_nodes,
            offsets_from_owners(results.topic, n_topics),
            tree[: len(results)],
            offsets_from_owners(topic[kept], n_topics),
            wanted[kept],
            units.value[order][kept],
        )

    # -- results ---------------------------------------------------------------------------

    @property
    def n_topics(self) -> int:
        """How many topics there are."""
        return self.offsets.size - 1

    @cached_property
    def topic(self) -> Ints:
        """Topic of each result."""
        return owners(self.offsets)

    @cached_property
    def doc(self) -> Ints:
        """Document of each distinct tree."""
        return self.nodes.doc[self.tree_nodes[self.tree_offsets[:-1]]]

    @cached_property
    def fresh(self) -> Flags:
        """Results that do not repeat an earlier one of their topic."""
        order = np.lexsort((self.result, self.topic))
        again = np.zeros(order.size, np.bool_)
        again[1:] = self.result[order][1:] == self.result[order][:-1]
        again[1:] &= self.topic[order][1:] == self.topic[order][:-1]
        fresh = np.ones(order.size, np.bool_)
        fresh[order[again]] = False
        return fresh

    def n_distinct(self, depth: int | None = None) -> Ints:
        """Distinct results among the first `depth` of each topic."""
        return segment_count(self.fresh, self.offsets, depth)

    # -- units -----------------------------------------------------------------------------

    @cached_property
    def unit_topic(self) -> Ints:
        """Topic of each unit."""
        return owners(self.unit_offsets)

    @property
    def n_units(self) -> Ints:
        """Units of each topic."""
        return np.diff(self.unit_offsets)

    @cached_property
    def returned(self) -> Ints:
        """First result that is each unit, -1 where none is."""
        span = max(self.tree_offsets.size, 1)
        have = self.topic[self.fresh] * span + self.result[self.fresh]
        rows = np.flatnonzero(self.fresh)
        order = np.argsort(have)
        have, rows = np.append(have[order], np.iinfo(np.int64).max), np.append(rows[order], ABSENT)
        want = self.unit_topic * span + self.unit
        at = np.searchsorted(have, want)
        return np.where(have[at] == want, rows[at], ABSENT)

    def near(self, row: Ints) -> tuple[Ints, Ints]:
        """First unit, and the one after the last, in the document of each result."""
        span = int(self.nodes.doc.max(initial=0)) + 1
        have = self.unit_topic * span + self.doc[self.unit]
        want = self.topic[row] * span + self.doc[self.result[row]]
        return np.searchsorted(have, want), np.searchsorted(have, want, "right")

    def meetings(self, row: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Pairs of a result and a unit of its topic and document, in the order of the rows.

        Blocks hold whole rows and about `BLOCK` pairs of nodes, never all of a topic at once.
        """
        low, high = self.near(row)
        met = np.flatnonzero(high > low)
        row, low, high = row[met], low[met], high[met]
        before = count_before(self.n_nodes[self.unit])
        cost = (before[high] - before[low]) * self.n_nodes[self.result[row]]
        block = np.cumsum(cost) // BLOCK
        for some in np.split(np.arange(row.size), np.flatnonzero(np.diff(block)) + 1):
            unit, offsets = ranges(low[some], high[some])
            yield np.repeat(row[some], np.diff(offsets)), unit

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
        """Characters of each distinct tree, -1 where a node's extent is not known."""
        start, end, tree = self.extents
        size = segment_count(end - start, offsets_from_owners(tree, self.n_nodes.size))
        unknown = self.nodes.end[self.tree_nodes] < 0
        size[owners(self.tree_offsets)[unknown]] = ABSENT
        return size

    def covered(self, topic: Ints, tree: Ints, text: Spans) -> Ints:
        """Characters of each tree that a topic's text covers."""
        start, end, owner = self.extents
        offsets = offsets_from_owners(owner, self.n_nodes.size)
        at, mine = ranges(offsets[tree], offsets[tree + 1])
        asked = np.repeat(np.arange(tree.size), np.diff(mine))
        base = text.base(topic[asked], self.doc[tree[asked]])
        known = base >= 0
        at, asked, base = at[known], asked[known], base[known]
        low = text.before(base, start[at])
        high = text.before(base, end[at])
        return np.bincount(asked, weights=high - low, minlength=tree.size).astype(np.int64)

    def only(self, units: Flags) -> Scene:
        """Return the same scene with some of its units."""
        return replace(
            self,
            unit_offsets=offsets_from_owners(self.unit_topic[units], self.n_topics),
            unit=self.unit[units],
            value=self.value[units],
        )


class Spans:
    """Disjoint text of topics in documents, to be asked how much of it lies where.

    Parameters
    ----------
    topic, doc : ndarray of int64
        The pairs, ascending by topic and then document.
    offsets, start, end : ndarray of int64
        Spans of each pair, ascending.
    """

    def __init__(self, topic: Ints, doc: Ints, offsets: Ints, start: Ints, end: Ints) -> None:
        self._span = int(doc.max(initial=0)) + 1
        self._key = topic * self._span + doc
        extent = np.zeros(topic.size, np.int64)
        pair = owners(offsets)
        np.maximum.at(extent, pair, end)
        self._origin = lay_out(extent)
        self._start, self._end = start + self._origin[pair], end + self._origin[pair]
        self._extent = extent

    def base(self, topic: Ints, doc: Ints) -> Ints:
        """Pair of each topic and document, -1 where it has no text."""
        if not self._key.size:
            return np.full(topic.size, ABSENT, np.int64)
        key = topic * self._span + doc
        at = np.minimum(np.searchsorted(self._key, key), self._key.size - 1)
        return np.where((doc < self._span) & (self._key[at] == key), at, ABSENT)

    def before(self, pair: Ints, position: Ints) -> Ints:
        """Characters of a pair's text before a position."""
        at = self._origin[pair] + np.minimum(position, self._extent[pair])
        return covered_before(at, self._start, self._end)


def ranges(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """All numbers from each `low` up to, not including, its `high`, with offsets."""
    offsets = offsets_from_lengths(np.maximum(high - low, 0))
    at = np.arange(offsets[-1]) + np.repeat(low - offsets[:-1], np.diff(offsets))
    return at, offsets


def _number_trees(number: Ints, offsets: Ints) -> tuple[Ints, Ints, Ints]:
    """Distinct sets of nodes (offsets, nodes) and the number of each tree's set."""
    owner = owners(offsets)
    order = np.lexsort((number, owner))
    owner, number = owner[order], number[order]
    kept = np.ones(order.size, np.bool_)
    kept[1:] = (owner[1:] != owner[:-1]) | (number[1:] != number[:-1])
    owner, number = owner[kept], number[kept]
    offsets = offsets_from_owners(owner, offsets.size - 1)
    length = np.diff(offsets)
    tree = np.empty(length.size, np.int64)
    lengths: list[Ints] = []
    sets: list[Ints] = []
    count = 0
    for size in np.unique(length).tolist():
        same = np.flatnonzero(length == size)
        block = number[offsets[same][:, None] + np.arange(size)]
        if size == 1:  # much faster than whole rows
            distinct, which = np.unique(block.ravel(), return_inverse=True)
        else:
            distinct, which = np.unique(block, axis=0, return_inverse=True)
        tree[same] = count + which.ravel()
        count += len(distinct)
        lengths.append(np.full(len(distinct), size, np.int64))
        sets.append(distinct.ravel())
    nothing = np.empty(0, np.int64)
    return (
        offsets_from_lengths(np.concatenate([nothing, *lengths])),
        np.concatenate([nothing, *sets]),
        tree,
    )
