"""Trees of nodes before equal ones get one number, and text that covers them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.intervals import covered_before, lay_out
from partwise.kernels.ragged import offsets_from_lengths, owners
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.geometry.nodes import Nodes


@dataclass(frozen=True, eq=False)
class NodeSets:
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
    stated : ndarray of int64
        Characters that its row states, -1 where it does not.
    """

    topic: Ints
    nodes: Nodes
    offsets: Ints
    value: Reals
    stated: Ints

    @classmethod
    def singles(cls, topic: Ints, nodes: Nodes, value: Reals | None = None) -> NodeSets:
        """One tree per node."""
        worth = np.ones(topic.size) if value is None else value
        stated = np.full(topic.size, ABSENT, np.int64)
        return cls(topic, nodes, np.arange(topic.size + 1), worth, stated)

    def __len__(self) -> int:
        return self.topic.size

    def joined(self, *others: NodeSets) -> NodeSets:
        """Return the trees of several bunches, by topic."""
        every = (self, *others)
        topic = np.concatenate([bunch.topic for bunch in every])
        length = np.concatenate([np.diff(bunch.offsets) for bunch in every])
        nodes = self.nodes.joined(*(bunch.nodes for bunch in others))
        value = np.concatenate([bunch.value for bunch in every])
        stated = np.concatenate([bunch.stated for bunch in every])
        whole = NodeSets(topic, nodes, offsets_from_lengths(length), value, stated)
        return whole.take(np.argsort(topic, kind="stable"))

    def take(self, at: Ints) -> NodeSets:
        """Return some trees, in that order."""
        rows, offsets = ranges(self.offsets[at], self.offsets[at + 1])
        value, stated = self.value[at], self.stated[at]
        return NodeSets(self.topic[at], self.nodes.take(rows), offsets, value, stated)


class CoveredText:
    """Disjoint text of topics in documents, to be asked how much of it lies where.

    Parameters
    ----------
    topic, doc : ndarray of int64
        The pairs, ascending by topic and then document.
    offsets, start, end : ndarray of int64
        CoveredText of each pair, ascending.
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
