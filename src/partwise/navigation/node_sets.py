"""Trees of nodes before equal ones get one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import offsets_from_lengths, ranges
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.geometry.nodes import Nodes


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
    """What the assessors said of it."""
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
        """Return the trees of several sets, by topic."""
        every = (self, *others)
        topic = np.concatenate([sets.topic for sets in every])
        length = np.concatenate([np.diff(sets.offsets) for sets in every])
        nodes = self.nodes.joined(*(sets.nodes for sets in others))
        value = np.concatenate([sets.value for sets in every])
        stated = np.concatenate([sets.stated for sets in every])
        whole = NodeSets(topic, nodes, offsets_from_lengths(length), value, stated)
        return whole.take(np.argsort(topic, kind="stable"))

    def take(self, at: Ints) -> NodeSets:
        """Return some trees, in that order."""
        rows, offsets = ranges(self.offsets[at], self.offsets[at + 1])
        value, stated = self.value[at], self.stated[at]
        return NodeSets(self.topic[at], self.nodes.take(rows), offsets, value, stated)
