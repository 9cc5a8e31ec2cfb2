"""Chances between numbered nodes: what measures ask user models for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals

if TYPE_CHECKING:
    from partwise.geometry.nodes import Nodes
    from partwise.users.base import Navigation

Want = Literal["reach", "step"]
"""What a measure takes: the chance of ever seeing a node, or of moving to it next."""


class Apart(NamedTuple):
    """Which nodes may be left for, and reached from, other documents."""

    left: Flags
    reached: Flags


class Moves:
    """Chances of a model between the nodes of an evaluation, by number and topic.

    Models that have something to prepare once for all pairs return a subclass.
    """

    def __init__(self, model: Navigation, nodes: Nodes) -> None:
        self.model = model
        self.nodes = nodes

    def apart(self) -> Apart | None:
        """Nodes between which there may be a way across documents; None where there is none."""
        if not self.model.across:
            return None
        every = np.ones(len(self.nodes), np.bool_)
        return Apart(every, every)

    def chance(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Return what the model gives by itself."""
        del topic
        return self.model.chance(self.nodes.take(x), self.nodes.take(y))

    def visits(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of ever getting there by steps."""
        del topic
        return self.model.visits(self.nodes.take(x), self.nodes.take(y))

    def row_sum(self, topic: Ints, x: Ints) -> Reals | None:
        """Sum of the chances out of each node; None where they have to be added up."""
        del topic
        return self.model.row_sum(self.nodes.take(x))
