"""Reach and step between the nodes of a both, whatever a model gives by itself."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import PartwiseError
from partwise.geometry.nodes import Nodes
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import range_blocks, ranges
from partwise.messages import plural
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.tables.checks import first
from partwise.users.base import Navigation, Normalise

Want = Literal["reach", "step"]

SLACK = 1e-12
"""How far a chance may lie beyond 0 or 1."""

BLOCK = 1 << 18
"""Pairs of nodes that are looked at in one go."""


class Chances:
    """Probabilities between nodes of a both, for one model and one kind of measure.

    Parameters
    ----------
    model : Navigation
        The user model.
    both : ResultsAndTargets
        Its nodes are asked for by number.
    inventory : Nodes
        Parts that could have been returned, by document: with the targets they are the
        universe of a passage's row.
    want : {'reach', 'step'}
        What the measure takes.
    normalise : {'cap', 'row', 'none'}
        How steps come from reach: divided by the sum of the row where that exceeds 1,
        divided by it everywhere, or unchanged.

    Notes
    -----
    Steps become reach as the chance of ever visiting; steps of partitions are used unchanged.
    The universe of an element's row are the elements of its document, never other results:
    a value at rank k must not depend on what comes later.
    """

    def __init__(
        self,
        model: Navigation,
        both: ResultsAndTargets,
        inventory: Nodes,
        *,
        want: Want,
        normalise: Normalise = "none",
    ) -> None:
        self.model = model
        self.both = both
        self._inventory = inventory
        self._visits = want == "reach" and model.native == "step"
        self._normalise: Normalise = "none"
        if want == "step" and model.native == "reach":
            self._normalise = normalise
        self._n = np.int64(max(len(both.nodes), 1))
        model.concern(both)

    def between(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of moving from nodes ``x`` to other nodes ``y`` of the same documents.

        Only the universe of a passage's row depends on the topic.
        """
        nodes = self.both.nodes
        here, there = nodes.take(x), nodes.take(y)
        if self._visits:
            return probabilities(self.model, self.model.visits(here, there), here, there)
        chance = self._chance(here, there)
        if self._normalise == "none":
            return chance
        total = self._row_sums(topic, x)
        # A target outside the universe joins it for its own chance only.
        total = total + np.where(self._outside(topic, x, y), chance, 0.0)
        if self._normalise == "cap":
            total = np.maximum(total, 1.0)  # what a row lacks are readers who stop
        out = np.zeros(chance.size)
        np.divide(chance, total, out=out, where=total > 0)
        return np.minimum(out, 1.0)

    def _chance(self, x: Nodes, y: Nodes) -> Reals:
        return probabilities(self.model, self.model.chance(x, y), x, y)

    # -- row sums --------------------------------------------------------------------------

    def _row_sums(self, topic: Ints, x: Ints) -> Reals:
        """Sum of the chances out of each node over its universe."""
        distinct, which = np.unique(topic * self._n + x, return_inverse=True)
        asked, node = distinct // self._n, distinct % self._n
        nodes = self.both.nodes.take(node)
        quick = self.model.row_sum(nodes)
        if quick is not None:
            return quick[which]
        total = np.zeros(distinct.size)
        element = nodes.row >= 0
        if element.any():
            at = np.flatnonzero(element)
            total[at] = self._over_elements(nodes.take(at))
        if not element.all():
            at = np.flatnonzero(~element)
            total[at] = self._over_parts(asked[at], node[at])
        return total[which]

    def _over_elements(self, x: Nodes) -> Reals:
        """Sum over the other elements of the document."""
        structure = x.space.structure
        total = np.zeros(len(x))
        if structure is None:
            return total
        doc = structure.doc[x.row]
        for every, element in range_blocks(
            structure.offsets[doc], structure.offsets[doc + 1], BLOCK
        ):
            other = element != x.row[every]
            some, row = every[other], element[other]
            none = np.full(row.size, -1, np.int64)
            there = Nodes(x.space, x.doc[some], structure.start[row], structure.end[row], row, none)
            total += sums(some, self._chance(x.take(some), there), total.size)
        return total

    def _over_parts(self, topic: Ints, node: Ints) -> Reals:
        """Sum over the inventory's parts and the targets of the document."""
        total = np.zeros(node.size)
        nodes, parts = self.both.nodes, self._inventory
        doc = nodes.doc[node]
        low, high = np.searchsorted(parts.doc, doc), np.searchsorted(parts.doc, doc, "right")
        for some, part in range_blocks(low, high, BLOCK):
            here, there = nodes.take(node[some]), parts.take(part)
            other = ~same(here, there)
            chance = self._chance(here.take(other), there.take(other))
            total += sums(some[other], chance, total.size)
        owner, wanted = self._target_nodes
        stride = int(nodes.doc.max(initial=0)) + 1
        have, want = owner * stride + nodes.doc[wanted], topic * stride + doc
        low, high = np.searchsorted(have, want), np.searchsorted(have, want, "right")
        for every, at in range_blocks(low, high, BLOCK):
            other = (wanted[at] != node[every]) & ~self._listed[wanted[at]]
            some, goal = every[other], wanted[at[other]]
            chance = self._chance(nodes.take(node[some]), nodes.take(goal))
            total += sums(some, chance, total.size)
        return total

    @cached_property
    def _target_nodes(self) -> tuple[Ints, Ints]:
        """Topics and nodes of all targets, each pair once, ascending."""
        both = self.both
        at, offsets = ranges(both.tree_offsets[both.target], both.tree_offsets[both.target + 1])
        owner = np.repeat(both.target_topic, np.diff(offsets))
        key = np.unique(owner * self._n + both.tree_nodes[at])
        return key // self._n, key % self._n

    @cached_property
    def _listed(self) -> Flags:
        """Nodes that are parts of the inventory."""
        return self.both.nodes.among(self._inventory)

    def _outside(self, topic: Ints, x: Ints, y: Ints) -> Flags:
        """Targets that the sum of the row leaves out."""
        if self.model.complete:
            return np.zeros(x.size, np.bool_)
        nodes = self.both.nodes
        owner, wanted = self._target_nodes
        of_topic = np.isin(topic * self._n + y, owner * self._n + wanted)
        return np.where(nodes.row[x] >= 0, nodes.row[y] < 0, ~(of_topic | self._listed[y]))


def probabilities(model: Navigation, found: Reals, x: Nodes, y: Nodes) -> Reals:
    """Check what a model returned for pairs of nodes (E48); `SLACK` beyond the ends is rounding."""
    name = model.label()
    chance = np.asarray(found)
    if chance.dtype.kind not in "fiub":
        raise PartwiseError(f"{name}: chances must be numbers, not {chance.dtype}")
    if chance.shape != (len(x),):
        n, pairs = plural(chance.size, "chance"), plural(len(x), "pair")
        raise PartwiseError(f"{name} returned {n} for {pairs} of nodes")
    inside = (chance >= 0) & (chance <= 1)
    if inside.all():
        return chance.astype(np.float64, copy=False)
    if (at := first(~((chance >= -SLACK) & (chance <= 1 + SLACK)))) is not None:
        doc = x.space.document(int(x.doc[at]))
        raise PartwiseError(
            f"{name}: the chance from {_node(x, at)} to {_node(y, at)} of document {doc} is "
            f"{float(chance[at])}, not a probability from 0 to 1"
        )
    return np.clip(chance, 0.0, 1.0)


def _node(nodes: Nodes, at: int) -> str:
    place = nodes.place(at)
    if not place:
        return "the whole"
    return f"{'element' if nodes.is_element[at] else 'passage'} {place}"


def same(x: Nodes, y: Nodes) -> Flags:
    """Tell whether aligned nodes of one document are the same."""
    element = x.is_element | y.is_element
    spans: Flags = (x.start == y.start) & (x.end == y.end)
    return np.where(element, (x.row == y.row) & (x.name == y.name), spans)
