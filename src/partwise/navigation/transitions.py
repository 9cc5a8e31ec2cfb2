"""Reach and step between results and targets, whatever a model gives by itself."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError
from partwise.geometry.nodes import Nodes
from partwise.kernels.matching import positions
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import range_blocks, ranges
from partwise.navigation.probabilities import probabilities
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.tables.columns import ABSENT
from partwise.users.asked import Asked, Wanted
from partwise.users.base import Navigation, Normalise
from partwise.users.moves import Apart, Want

BLOCK = 1 << 18
"""Pairs of nodes that are looked at in one go."""


class Chances:
    """Probabilities between results and targets, for one model and one kind of measure.

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
    normalise : {'cap', 'row', 'none'}, optional
        How steps come from reach: divided by the sum of the row where that exceeds 1,
        divided by it everywhere, or unchanged. Default: as the model says.
    ideals : bool
        Whether the targets are the ideals of readers, which a model may look at.

    Notes
    -----
    Steps become reach as the chance of ever visiting; steps of partitions are used unchanged.
    The universe of an element's row are the elements of its document, never other results:
    a value at rank k must not depend on what comes later. Where a model goes across documents,
    the topic's targets in others belong to it.
    """

    def __init__(
        self,
        model: Navigation,
        both: ResultsAndTargets,
        inventory: Nodes,
        *,
        want: Want,
        normalise: Normalise | None = None,
        ideals: bool = False,
        measure: str = "the measure",
    ) -> None:
        if model.needs_ideals and not ideals:
            expected = "a model that does not look at ideals; only PRUM, EPRUM and GR have them"
            raise ParameterError(measure, "nav", model, expected)
        self.model = model
        self.both = both
        self._inventory = inventory
        self._visits = want == "reach" and model.native == "step"
        self._normalise: Normalise = "none"
        if want == "step" and model.native == "reach":
            self._normalise = model.normalise if normalise is None else normalise
        self._n = np.int64(len(both.nodes))
        self._want = want
        made = partial(model.moves, both, want, measure)
        self._moves = both.memo(("moves", model, want), made)
        self._inner = [
            Chances(
                one,
                both,
                inventory,
                want=want,
                normalise=normalise,
                ideals=ideals,
                measure=measure,
            )
            for one in model.combined
        ]

    @cached_property
    def apart(self) -> Apart | None:
        """Nodes between which there may be a way across documents; None where there is none."""
        some = [one.apart for one in self._inner] or [self._moves.apart()]
        known = [apart for apart in some if apart is not None]
        if not known:
            return None
        return Apart(*(np.logical_or.reduce(flags) for flags in zip(*known, strict=True)))

    def between(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of moving from nodes ``x`` to other nodes ``y``.

        The topic decides about the universe of a passage's row, and about links of its own.
        """
        if not self._inner and self.apart is None:
            near = self.both.nodes.doc[x] == self.both.nodes.doc[y]
            if not near.all():
                out = np.zeros(x.size)
                out[near] = self.between(topic[near], x[near], y[near])
                return out
        if self._inner:
            each = [one.between(topic, x, y) for one in self._inner]
            return self.model.either(each, self._want)
        chance = self._native(topic, x, y)
        if self._visits or self._normalise == "none":
            return chance
        total = self._row_sums(topic, x)
        # A target outside the universe joins it for its own chance only.
        total = total + np.where(self._outside(topic, x, y), chance, 0.0)
        if self._normalise == "cap":
            total = np.maximum(total, 1.0)  # what a row lacks are readers who stop
        out = np.zeros(chance.size)
        np.divide(chance, total, out=out, where=total > 0)
        return np.minimum(out, 1.0)

    def _native(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Return what the model gives by itself."""
        if self.model.ranked or self.model.needs_ideals:
            here, there = self._asked(topic, x), self.both.nodes.take(y)
            move = self.model.visits if self._visits else self.model.chance
            return self._checked(move(here, there), x, y)
        move_by_number = self._moves.visits if self._visits else self._moves.chance
        return self._checked(move_by_number(topic, x, y), x, y)

    def _asked(self, topic: Ints, node: Ints) -> Nodes:
        """Return nodes to go on from, with topic and rank for models that look at them."""
        nodes = self.both.nodes.take(node)
        if not (self.model.ranked or self.model.needs_ideals):
            return nodes
        names = nodes.space.topics
        known, rank = self._ranks
        said = names.tolist()
        topics = np.array([*said, *range(len(said), int(topic.max(initial=0)) + 1)], object)
        ranked = np.append(rank, 0)[positions(known, topic * self._n + node)]
        return Asked.of(nodes, topics[topic], ranked, topic, self._wanted)

    @cached_property
    def _ranks(self) -> tuple[Ints, Ints]:
        """Topic and node of all results, ascending, and the first rank of each."""
        both = self.both
        at, offsets = ranges(both.tree_offsets[both.result], both.tree_offsets[both.result + 1])
        row = np.repeat(np.arange(both.result.size), np.diff(offsets))
        key, first_row = np.unique(
            both.topic[row] * self._n + both.tree_nodes[at], return_index=True
        )
        return key, both.rank[row[first_row]]

    @cached_property
    def _wanted(self) -> Wanted | None:
        topic, node = self.both.target_nodes
        return Wanted(topic, self.both.nodes.take(node)) if self.model.needs_ideals else None

    def _checked(self, chance: Reals, x: Ints, y: Ints) -> Reals:
        return probabilities(self.model, chance, self.both.nodes, x, y)

    def _chance(self, x: Nodes, y: Nodes) -> Reals:
        plain = (Nodes(n.space, n.doc, n.start, n.end, n.row, n.name) for n in (x, y))
        both, at = next(plain).joined(*plain), np.arange(len(x))
        return probabilities(self.model, self.model.chance(x, y), both, at, at + at.size)

    # -- row sums --------------------------------------------------------------------------

    def _row_sums(self, topic: Ints, x: Ints) -> Reals:
        """Sum of the chances out of each node over its universe."""
        keys, which = np.unique(topic * self._n + x, return_inverse=True)
        asked, node = keys // self._n, keys % self._n
        nodes = self._asked(asked, node)
        told = self.model.ranked or self.model.needs_ideals
        quick = self.model.row_sum(nodes) if told else self._moves.row_sum(asked, node)
        if quick is not None:
            return quick[which]
        total = np.zeros(keys.size)
        element = nodes.row >= 0
        if element.any():
            at = np.flatnonzero(element)
            total[at] = self._over_elements(nodes.take(at))
        if not element.all():
            at = np.flatnonzero(~element)
            total[at] = self._over_parts(asked[at], node[at])
        if self.apart is not None:
            total += self._elsewhere(asked, node)
        return total[which]

    def _elsewhere(self, topic: Ints, node: Ints) -> Reals:
        """Sum over the topic's targets in other documents."""
        owner, wanted = self.both.target_nodes
        total, doc = np.zeros(node.size), self.both.nodes.doc
        low, high = np.searchsorted(owner, topic), np.searchsorted(owner, topic, "right")
        for every, at in range_blocks(low, high, BLOCK):
            other = doc[node[every]] != doc[wanted[at]]
            some, goal = every[other], wanted[at[other]]
            total += sums(some, self._native(topic[some], node[some], goal), total.size)
        return total

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
            none = np.full(row.size, ABSENT, np.int64)
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
            here, there = self._asked(topic[some], node[some]), parts.take(part)
            other = ~same(here, there)
            chance = self._chance(here.take(other), there.take(other))
            total += sums(some[other], chance, total.size)
        owner, wanted = self.both.target_nodes
        have = self.both.in_document(owner, nodes.doc[wanted])
        want = self.both.in_document(topic, doc)
        low, high = np.searchsorted(have, want), np.searchsorted(have, want, "right")
        for every, at in range_blocks(low, high, BLOCK):
            other = (wanted[at] != node[every]) & ~self._listed[wanted[at]]
            some, goal = every[other], wanted[at[other]]
            chance = self._chance(self._asked(topic[some], node[some]), nodes.take(goal))
            total += sums(some, chance, total.size)
        return total

    @cached_property
    def _listed(self) -> Flags:
        """Nodes that are parts of the inventory."""
        return self.both.nodes.among(self._inventory)

    def _outside(self, topic: Ints, x: Ints, y: Ints) -> Flags:
        """Targets that the sum of the row leaves out."""
        if self.model.complete:
            return np.zeros(x.size, np.bool_)
        nodes = self.both.nodes
        owner, wanted = self.both.target_nodes
        of_topic = np.isin(topic * self._n + y, owner * self._n + wanted)
        if self.apart is not None and (far := nodes.doc[x] != nodes.doc[y]).any():
            return np.where(far, ~of_topic, self._unlisted(of_topic, x, y))
        return self._unlisted(of_topic, x, y)

    def _unlisted(self, of_topic: Flags, x: Ints, y: Ints) -> Flags:
        nodes = self.both.nodes
        return np.where(nodes.row[x] >= 0, nodes.row[y] < 0, ~(of_topic | self._listed[y]))


def same(x: Nodes, y: Nodes) -> Flags:
    """Tell whether aligned nodes of one document are the same."""
    element = x.is_element | y.is_element
    spans: Flags = (x.start == y.start) & (x.end == y.end)
    return np.where(element, (x.row == y.row) & (x.name == y.name), spans)
