"""Which results may show which units, and with what chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.probability.noisy_or import sums
from partwise.navigation.node_sets import ranges
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.transitions import Chances

Shared = Literal["seen", "nodes", "printed"]


def encounters(chances: Chances, row: Ints, shared: Shared) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, unit and the share of the unit seen from the result, where above 0.

    `row` are results in ascending order. In blocks of whole results, in the order of the
    results and, for each, of the units.
    """
    scene = chances.scene
    for result, unit in scene.meetings(row):
        topic, origin, target = scene.topic[result], scene.result[result], scene.unit[unit]
        seen = tree_shares(chances, topic, origin, target, shared)
        met = seen > 0
        yield result[met], unit[met], seen[met]


def node_encounters(chances: Chances, row: Ints) -> Iterator[tuple[Ints, Ints, Reals]]:
    """Yield result, slot and the chance that the result shows it, where above 0.

    A slot is one node of one unit, numbered in the order of the units.
    """
    scene = chances.scene
    slots = unit_slots(scene)
    for result, unit in scene.meetings(row):
        pair, slot, chance = node_chances(
            chances, scene.topic[result], scene.result[result], scene.unit[unit]
        )
        met = chance > 0
        yield result[pair][met], (slots[unit][pair] + slot)[met], chance[met]


def unit_slots(scene: ResultsAndTargets) -> Ints:
    """First slot of each unit, and the number of slots last."""
    return np.concatenate(([0], np.cumsum(scene.n_nodes[scene.unit])))


def tree_shares(chances: Chances, topic: Ints, origin: Ints, target: Ints, shared: Shared) -> Reals:
    r"""Share of each tree ``target`` that readers of the tree ``origin`` see.

    .. math::

        \tilde p(t; t') = \frac{\sum_{f \in t'} \sum_{e \in t \setminus t'} step(f, e)
        + |t'| \, |t \cap t'|}{|t| \, |t'|}

    at most 1 (``seen``); ``printed`` drops shared nodes from both sums (ESR, equation 4).
    """
    scene = chances.scene
    if (scene.n_nodes[origin] == 1).all() and (scene.n_nodes[target] == 1).all():
        return _single_shares(chances, topic, origin, target, shared)
    pair, _, f, e = _node_pairs(scene, origin, target)
    size = scene.n_nodes[origin] * scene.n_nodes[target]
    common = f == e
    # e lies in the origin tree: mark all pairs of the same (pair, e), and of (pair, f) likewise
    e_known = _marked(pair, e, common, len(scene.nodes))
    counts = ~e_known
    if shared == "printed":
        counts &= ~_marked(pair, f, common, len(scene.nodes))
    step = np.zeros(pair.size)
    step[counts] = chances.between(topic[pair[counts]], f[counts], e[counts])
    total = sums(pair, step, origin.size)
    if shared == "seen":
        total += scene.n_nodes[origin] * sums(pair, common.astype(np.float64), origin.size)
    share: Reals = np.minimum(total / size, 1.0)
    return share


def _single_shares(
    chances: Chances, topic: Ints, origin: Ints, target: Ints, shared: Shared
) -> Reals:
    """Shares between single nodes: the chance itself."""
    scene = chances.scene
    f = scene.tree_nodes[scene.tree_offsets[origin]]
    e = scene.tree_nodes[scene.tree_offsets[target]]
    out: Reals = np.full(origin.size, 0.0 if shared == "printed" else 1.0)
    move = f != e
    out[move] = chances.between(topic[move], f[move], e[move])
    return np.minimum(out, 1.0)


def node_chances(
    chances: Chances, topic: Ints, origin: Ints, target: Ints
) -> tuple[Ints, Ints, Reals]:
    """Pair, place of the node in the target tree, and its chance to be seen from the origin."""
    scene = chances.scene
    pair, place, f, e = _node_pairs(scene, origin, target)
    e_known = _marked(pair, e, f == e, len(scene.nodes))
    chance = np.ones(pair.size)
    chance[~e_known] = chances.between(topic[pair[~e_known]], f[~e_known], e[~e_known])
    # Nodes of an origin tree are consecutive for each target node: the mean over them.
    width = int(scene.n_nodes.max(initial=1))
    key = pair * width + place
    distinct, which = np.unique(key, return_inverse=True)
    mean = sums(which, chance, distinct.size) / np.bincount(which, minlength=distinct.size)
    return distinct // width, distinct % width, np.minimum(mean, 1.0)


def _node_pairs(
    scene: ResultsAndTargets, origin: Ints, target: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """All pairs of a node of the target tree and one of the origin tree.

    Returns the pair of trees, the place of the target node in its tree, and both nodes.
    """
    at, offsets = ranges(scene.tree_offsets[target], scene.tree_offsets[target + 1])
    outer = np.repeat(np.arange(target.size), np.diff(offsets))
    place = at - scene.tree_offsets[target][outer]
    low, high = scene.tree_offsets[origin][outer], scene.tree_offsets[origin + 1][outer]
    inner, offsets = ranges(low, high)
    width = np.diff(offsets)
    return (
        np.repeat(outer, width),
        np.repeat(place, width),
        scene.tree_nodes[inner],
        np.repeat(scene.tree_nodes[at], width),
    )


def _marked(pair: Ints, node: Ints, mark: Flags, n: int) -> Flags:
    """Spread a mark to all rows of the same pair and node."""
    key = pair * np.int64(max(n, 1)) + node
    return np.isin(key, key[mark])
