"""Which results may show which targets, and with what chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import ranges
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.transitions import Chances

Shared = Literal["seen", "nodes", "printed"]


def encounters(chances: Chances, row: Ints, shared: Shared) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, target and the share of the target seen from the result, where above 0.

    `row` are results in ascending order. In blocks of whole results, in the order of the
    results and, for each, of the targets.
    """
    both = chances.both
    for result, wanted in both.meetings(row, chances.apart):
        topic, origin, target = both.topic[result], both.result[result], both.target[wanted]
        seen = tree_shares(chances, topic, origin, target, shared)
        met = seen > 0
        yield result[met], wanted[met], seen[met]


def node_encounters(chances: Chances, row: Ints) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, slot and the chance that the result shows it, where above 0.

    A slot is one node of one target, numbered in the order of the targets.
    """
    both = chances.both
    slots = target_slots(both)
    for result, wanted in both.meetings(row, chances.apart):
        pair, slot, chance = node_chances(
            chances, both.topic[result], both.result[result], both.target[wanted]
        )
        met = chance > 0
        yield result[pair][met], (slots[wanted][pair] + slot)[met], chance[met]


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
    at, offsets = ranges(both.tree_offsets[target], both.tree_offsets[target + 1])
    outer = np.repeat(np.arange(target.size), np.diff(offsets))
    place = at - both.tree_offsets[target][outer]
    low, high = both.tree_offsets[origin][outer], both.tree_offsets[origin + 1][outer]
    inner, offsets = ranges(low, high)
    width = np.diff(offsets)
    return (
        np.repeat(outer, width),
        np.repeat(place, width),
        both.tree_nodes[inner],
        np.repeat(both.tree_nodes[at], width),
    )


def _marked(pair: Ints, node: Ints, mark: Flags, n: int) -> Flags:
    """Spread a mark to all rows of the same pair and node."""
    key = pair * np.int64(n) + node
    return np.isin(key, key[mark])
