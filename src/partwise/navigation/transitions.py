"""Transition probabilities between nodes, and exposure of targets by results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError, PartwiseError
from partwise.geometry.nodes import Nodes
from partwise.kernels.paths import positions
from partwise.kernels.probability import sums
from partwise.kernels.ragged import range_blocks, ranges
from partwise.messages import plural
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.tables.columns import ABSENT, first
from partwise.users.base import CrossDocument, Navigation, Normalise, RankedNodes, TopicIdeals, Want

ROUNDING = 1e-12
"""Tolerance of a chance below 0 or above 1."""


def probabilities(model: Navigation, returned: Reals, nodes: Nodes, x: Ints, y: Ints) -> Reals:
    """Chances that a model returned for pairs of nodes, checked and clipped to [0, 1]."""
    name = model.label()
    chance = np.asarray(returned)
    if chance.dtype.kind not in "fiub":
        raise PartwiseError(f"{name}: chances must be numbers, not {chance.dtype}")
    if chance.shape != (x.size,):
        n, pairs = plural(chance.size, "chance"), plural(x.size, "pair")
        raise PartwiseError(f"{name} returned {n} for {pairs} of nodes")
    inside = (chance >= 0) & (chance <= 1)
    if inside.all():
        return chance.astype(np.float64, copy=False)
    if (pair := first(~((chance >= -ROUNDING) & (chance <= 1 + ROUNDING)))) is not None:
        source, target = int(x[pair]), int(y[pair])
        source_doc, target_doc = (
            nodes.space.document(int(nodes.doc[node])) for node in (source, target)
        )
        of = "" if source_doc == target_doc else f" of document {source_doc}"
        raise PartwiseError(
            f"{name}: the chance from {_node(nodes, source)}{of} to {_node(nodes, target)} of "
            f"document {target_doc} is {float(chance[pair])}, not a probability from 0 to 1"
        )
    return np.clip(chance, 0.0, 1.0)


def _node(nodes: Nodes, node: int) -> str:
    place = nodes.place(node)
    if not place:
        return "the whole"
    return f"{'element' if nodes.is_element[node] else 'passage'} {place}"


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
        prepare = partial(model.moves, both, want)
        self._moves = both.memo(("moves", model, want), prepare)
        self._inner = [
            Chances(
                inner,
                both,
                inventory,
                want=want,
                normalise=normalise,
                ideals=ideals,
                measure=measure,
            )
            for inner in model.combined
        ]

    @cached_property
    def cross_document(self) -> CrossDocument | None:
        """Nodes between which there may be a way across documents; None where there is none."""
        each = [inner.cross_document for inner in self._inner] or [self._moves.cross_document()]
        crossing = [masks for masks in each if masks is not None]
        if not crossing:
            return None
        sources, targets = zip(*crossing, strict=True)
        return CrossDocument(np.logical_or.reduce(sources), np.logical_or.reduce(targets))

    def between(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of moving from nodes ``x`` to other nodes ``y``.

        The topic decides about the universe of a passage's row, and about links of its own.
        """
        if not self._inner and self.cross_document is None:
            near = self.both.nodes.doc[x] == self.both.nodes.doc[y]
            if not near.all():
                out = np.zeros(x.size)
                out[near] = self.between(topic[near], x[near], y[near])
                return out
        if self._inner:
            each = [inner.between(topic, x, y) for inner in self._inner]
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
        """Chance of the model before normalisation."""
        if self.model.ranked or self.model.needs_ideals:
            source, target = self._sources(topic, x), self.both.nodes.take(y)
            move = self.model.visits if self._visits else self.model.chance
            return self._checked(move(source, target), x, y)
        move_by_number = self._moves.visits if self._visits else self._moves.chance
        return self._checked(move_by_number(topic, x, y), x, y)

    def _sources(self, topic: Ints, node: Ints) -> Nodes:
        """Source nodes, with topic and rank for models that depend on them."""
        nodes = self.both.nodes.take(node)
        if not (self.model.ranked or self.model.needs_ideals):
            return nodes
        names = nodes.space.topics
        keys, rank = self._ranks
        topic_names = names.tolist()
        topics = np.array(
            [*topic_names, *range(len(topic_names), int(topic.max(initial=0)) + 1)], object
        )
        ranked = np.append(rank, 0)[positions(keys, topic * self._n + node)]
        return RankedNodes.of(nodes, topics[topic], ranked, topic, self._ideals)

    @cached_property
    def _ranks(self) -> tuple[Ints, Ints]:
        """Topic and node of all results, ascending, and the first rank of each."""
        both = self.both
        member, offsets = ranges(both.tree_offsets[both.result], both.tree_offsets[both.result + 1])
        row = np.repeat(np.arange(both.result.size), np.diff(offsets))
        key, first_row = np.unique(
            both.topic[row] * self._n + both.tree_nodes[member], return_index=True
        )
        return key, both.rank[row[first_row]]

    @cached_property
    def _ideals(self) -> TopicIdeals | None:
        topic, node = self.both.target_nodes
        return TopicIdeals(topic, self.both.nodes.take(node)) if self.model.needs_ideals else None

    def _checked(self, chance: Reals, x: Ints, y: Ints) -> Reals:
        return probabilities(self.model, chance, self.both.nodes, x, y)

    def _chance(self, x: Nodes, y: Nodes) -> Reals:
        plain = (Nodes(n.space, n.doc, n.start, n.end, n.row, n.name) for n in (x, y))
        both, pair = next(plain).joined(*plain), np.arange(len(x))
        return probabilities(self.model, self.model.chance(x, y), both, pair, pair + pair.size)

    # -- row sums --------------------------------------------------------------------------

    def _row_sums(self, topic: Ints, x: Ints) -> Reals:
        """Sum of the chances out of each node over its universe."""
        keys, which = np.unique(topic * self._n + x, return_inverse=True)
        topics, node = keys // self._n, keys % self._n
        nodes = self._sources(topics, node)
        ranked = self.model.ranked or self.model.needs_ideals
        quick = self.model.row_sum(nodes) if ranked else self._moves.row_sum(topics, node)
        if quick is not None:
            return quick[which]
        total = np.zeros(keys.size)
        element = nodes.row >= 0
        if element.any():
            elements = np.flatnonzero(element)
            total[elements] = self._over_elements(nodes.take(elements))
        if not element.all():
            parts = np.flatnonzero(~element)
            total[parts] = self._over_parts(topics[parts], node[parts])
        if self.cross_document is not None:
            total += self._elsewhere(topics, node)
        return total[which]

    def _elsewhere(self, topic: Ints, node: Ints) -> Reals:
        """Sum over the topic's targets in other documents."""
        owner, targets = self.both.target_nodes
        total, doc = np.zeros(node.size), self.both.nodes.doc
        low, high = np.searchsorted(owner, topic), np.searchsorted(owner, topic, "right")
        for block, target_row in range_blocks(low, high, BLOCK):
            goal = targets[target_row]
            far = doc[node[block]] != doc[goal]
            rows, goal = block[far], goal[far]
            total += sums(rows, self._native(topic[rows], node[rows], goal), total.size)
        return total

    def _over_elements(self, x: Nodes) -> Reals:
        """Sum over the other elements of the document."""
        structure = x.space.structure
        total = np.zeros(len(x))
        if structure is None:
            return total
        doc = structure.doc[x.row]
        for rows, element in range_blocks(
            structure.offsets[doc], structure.offsets[doc + 1], BLOCK
        ):
            differs = element != x.row[rows]
            sources, row = rows[differs], element[differs]
            none = np.full(row.size, ABSENT, np.int64)
            targets = Nodes(
                x.space, x.doc[sources], structure.start[row], structure.end[row], row, none
            )
            total += sums(sources, self._chance(x.take(sources), targets), total.size)
        return total

    def _over_parts(self, topic: Ints, node: Ints) -> Reals:
        """Sum over the inventory's parts and the targets of the document."""
        total = np.zeros(node.size)
        nodes, parts = self.both.nodes, self._inventory
        doc = nodes.doc[node]
        low, high = np.searchsorted(parts.doc, doc), np.searchsorted(parts.doc, doc, "right")
        for rows, part in range_blocks(low, high, BLOCK):
            source, target = self._sources(topic[rows], node[rows]), parts.take(part)
            differs = ~same(source, target)
            chance = self._chance(source.take(differs), target.take(differs))
            total += sums(rows[differs], chance, total.size)
        owner, targets = self.both.target_nodes
        have = self.both.in_document(owner, nodes.doc[targets])
        want = self.both.in_document(topic, doc)
        low, high = np.searchsorted(have, want), np.searchsorted(have, want, "right")
        for rows, target_row in range_blocks(low, high, BLOCK):
            goal = targets[target_row]
            differs = (goal != node[rows]) & ~self._listed[goal]
            sources, goal = rows[differs], goal[differs]
            chance = self._chance(self._sources(topic[sources], node[sources]), nodes.take(goal))
            total += sums(sources, chance, total.size)
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
        owner, targets = self.both.target_nodes
        of_topic = np.isin(topic * self._n + y, owner * self._n + targets)
        if self.cross_document is not None and (far := nodes.doc[x] != nodes.doc[y]).any():
            return np.where(far, ~of_topic, self._unlisted(of_topic, x, y))
        return self._unlisted(of_topic, x, y)

    def _unlisted(self, of_topic: Flags, x: Ints, y: Ints) -> Flags:
        nodes = self.both.nodes
        return np.where(nodes.row[x] >= 0, nodes.row[y] < 0, ~(of_topic | self._listed[y]))


def same(x: Nodes, y: Nodes) -> Flags:
    """Mask of aligned nodes of one document that are the same, bool[n_pairs]."""
    element = x.is_element | y.is_element
    spans: Flags = (x.start == y.start) & (x.end == y.end)
    return np.where(element, (x.row == y.row) & (x.name == y.name), spans)


Shared = Literal["seen", "nodes", "printed"]


def encounters(chances: Chances, row: Ints, shared: Shared) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, target and the share of the target seen from the result, where above 0.

    `row` are results in ascending order. In blocks of whole results, in the order of the
    results and, for each, of the targets.
    """
    both = chances.both
    for result, target_row in both.meetings(row, chances.cross_document):
        topic, origin, target = both.topic[result], both.result[result], both.target[target_row]
        seen = tree_shares(chances, topic, origin, target, shared)
        met = seen > 0
        yield result[met], target_row[met], seen[met]


def node_encounters(chances: Chances, row: Ints) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, slot and the chance that the result shows it, where above 0.

    A slot is one node of one target, numbered in the order of the targets.
    """
    both = chances.both
    slots = target_slots(both)
    for result, target_row in both.meetings(row, chances.cross_document):
        pair, slot, chance = node_chances(
            chances, both.topic[result], both.result[result], both.target[target_row]
        )
        met = chance > 0
        yield result[pair][met], (slots[target_row][pair] + slot)[met], chance[met]


def target_slots(both: ResultsAndTargets) -> Ints:
    """First slot of each target, and the number of slots last."""
    return np.concatenate(([0], np.cumsum(both.n_nodes[both.target])))


def tree_shares(chances: Chances, topic: Ints, origin: Ints, target: Ints, shared: Shared) -> Reals:
    r"""Share of each tree ``target`` that readers of the tree ``origin`` see.

    .. math::

        \tilde p(t; t') = \frac{\sum_{f \in t'} \sum_{e \in t \setminus t'} step(f, e)
        + |t'| \, |t \cap t'|}{|t| \, |t'|}

    at most 1 (``seen``); ``printed`` drops shared nodes from both sums (ESR, equation 4).
    """
    both = chances.both
    if (both.n_nodes[origin] == 1).all() and (both.n_nodes[target] == 1).all():
        return _single_shares(chances, topic, origin, target, shared)
    pair, _, f, e = _node_pairs(both, origin, target)
    size = both.n_nodes[origin] * both.n_nodes[target]
    common = f == e
    # e lies in the origin tree: mark all pairs of the same (pair, e), and of (pair, f) likewise
    e_known = _marked(pair, e, common, len(both.nodes))
    counts = ~e_known
    if shared == "printed":
        counts &= ~_marked(pair, f, common, len(both.nodes))
    step = np.zeros(pair.size)
    step[counts] = chances.between(topic[pair[counts]], f[counts], e[counts])
    total = sums(pair, step, origin.size)
    if shared == "seen":
        total += both.n_nodes[origin] * sums(pair, common.astype(np.float64), origin.size)
    share: Reals = np.minimum(total / size, 1.0)
    return share


def _single_shares(
    chances: Chances, topic: Ints, origin: Ints, target: Ints, shared: Shared
) -> Reals:
    """Shares between single nodes: the chance itself."""
    both = chances.both
    f = both.tree_nodes[both.tree_offsets[origin]]
    e = both.tree_nodes[both.tree_offsets[target]]
    out: Reals = np.full(origin.size, 0.0 if shared == "printed" else 1.0)
    move = f != e
    out[move] = chances.between(topic[move], f[move], e[move])
    return np.minimum(out, 1.0)


def node_chances(
    chances: Chances, topic: Ints, origin: Ints, target: Ints
) -> tuple[Ints, Ints, Reals]:
    """Pair, place of the node in the target tree, and its chance to be seen from the origin."""
    both = chances.both
    pair, place, f, e = _node_pairs(both, origin, target)
    e_known = _marked(pair, e, f == e, len(both.nodes))
    chance = np.ones(pair.size)
    chance[~e_known] = chances.between(topic[pair[~e_known]], f[~e_known], e[~e_known])
    # Nodes of an origin tree are consecutive for each target node: the mean over them.
    width = int(both.n_nodes.max(initial=1))
    key = pair * width + place
    distinct, which = np.unique(key, return_inverse=True)
    mean = sums(which, chance, distinct.size) / np.bincount(which, minlength=distinct.size)
    return distinct // width, distinct % width, np.minimum(mean, 1.0)


def _node_pairs(
    both: ResultsAndTargets, origin: Ints, target: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """All pairs of a node of the target tree and one of the origin tree.

    Returns the pair of trees, the place of the target node in its tree, and both nodes.
    """
    member, offsets = ranges(both.tree_offsets[target], both.tree_offsets[target + 1])
    outer = np.repeat(np.arange(target.size), np.diff(offsets))
    place = member - both.tree_offsets[target][outer]
    low, high = both.tree_offsets[origin][outer], both.tree_offsets[origin + 1][outer]
    inner, offsets = ranges(low, high)
    width = np.diff(offsets)
    return (
        np.repeat(outer, width),
        np.repeat(place, width),
        both.tree_nodes[inner],
        np.repeat(both.tree_nodes[member], width),
    )


def _marked(pair: Ints, node: Ints, mark: Flags, n: int) -> Flags:
    """Spread a mark to all rows of the same pair and node."""
    key = pair * np.int64(n) + node
    return np.isin(key, key[mark])
