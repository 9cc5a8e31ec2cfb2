"""What a returned tree is worth by its nodes, and how much of it was seen before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import owners, running_sum
from partwise.language.component import Measure
from partwise.navigation.expectations import Setting
from partwise.navigation.exposure import Shared, node_chances, tree_shares
from partwise.navigation.node_sets import ranges
from partwise.navigation.results_and_targets import BLOCK, ResultsAndTargets
from partwise.navigation.targets import Rel, Targets, targets_of
from partwise.navigation.transitions import Chances
from partwise.users.depth import Depth
from partwise.users.window import Window

if TYPE_CHECKING:
    from partwise.geometry.view import View

Infer = Literal["mean", "union", "sum"]


BY_REL = "default: mean, with rel=length union"
"""The default of ``infer``."""


def check_infer(measure: Measure, rel: Rel, infer: Infer | None) -> None:
    """Refuse a union of what is not counted in characters."""
    if infer == "union" and rel != "length":
        raise ParameterError(measure.label(), "infer", infer, f"mean or sum with rel={rel}")


def inferred_sums(measure: Measure, view: View) -> tuple[Targets, Reals]:
    """Units, and inferred relevance not seen before summed down to each result; made once."""
    setting = Setting.of(measure)
    infer: Infer = getattr(measure, "infer", None) or (
        "union" if setting.rel == "length" else "mean"
    )
    label = measure.label()
    known = targets_of(view, setting.ideals, setting.units, measure=label)
    key = ("structural relevance", setting, infer)
    return known, view.memo(key, lambda: _summed(known, setting, infer, label))


def _summed(known: Targets, setting: Setting, infer: Infer, measure: str) -> Reals:
    scene = known.scene
    worth = inferred(known, setting.rel, infer, measure)
    gain = np.zeros(scene.result.size)
    for topics, model, passages in known.by_kind(setting.nav, Depth(), Window()):
        chances = setting.chances(known, model, passages=passages)
        row = np.flatnonzero((worth > 0) & topics[scene.topic])
        gain[row] = worth[row] * unseen(chances, row, setting.shared)
    return running_sum(gain, scene.offsets)


# -- relevance of nodes --------------------------------------------------------------------


def inferred(known: Targets, rel: Rel, infer: Infer, measure: str) -> Reals:
    """Relevance that each result inherits from its nodes."""
    scene = known.scene
    if infer == "union":
        return _in_union(known, measure)
    at, offsets = ranges(scene.tree_offsets[scene.result], scene.tree_offsets[scene.result + 1])
    row = owners(offsets)
    worth = _of_nodes(known, rel, scene.topic[row], scene.tree_nodes[at], measure)
    total = sums(row, worth, scene.result.size)
    return total / np.maximum(np.diff(offsets), 1) if infer == "mean" else total


def _of_nodes(known: Targets, rel: Rel, topic: Ints, node: Ints, measure: str) -> Reals:
    """Relevance of single nodes: that of the assessed tree they are, or by highlighted text."""
    scene, n = known.scene, np.int64(max(len(known.scene.nodes), 1))
    single = np.flatnonzero(scene.n_nodes[scene.unit] == 1)
    of_unit = scene.tree_nodes[scene.tree_offsets[scene.unit[single]]]
    key = scene.unit_topic[single] * n + of_unit
    order = np.argsort(key)
    key, value = key[order], known.rel(rel, measure)[single][order]
    asked = topic * n + node
    at = np.minimum(np.searchsorted(key, asked), max(key.size - 1, 0))
    assessed = key[at] == asked if key.size else np.zeros(asked.size, np.bool_)
    worth = np.zeros(asked.size)
    worth[assessed] = value[at[assessed]]
    lit = np.flatnonzero(~assessed & known.units.has_text[topic])
    if lit.size and rel != "value":
        nodes = scene.nodes.take(node[lit])
        pair = known.units.text.base(topic[lit], nodes.doc)
        held = np.zeros(lit.size, np.int64)
        hit = pair >= 0
        low = known.units.text.before(pair[hit], np.maximum(nodes.start[hit], 0))
        held[hit] = known.units.text.before(pair[hit], np.maximum(nodes.end[hit], 0)) - low
        worth[lit] = held if rel == "length" else held > 0
    return worth


def _in_union(known: Targets, measure: str) -> Reals:
    """Relevant characters in the union of each result's nodes."""
    scene = known.scene
    text = known.units.has_text[scene.topic]
    worth = np.zeros(scene.result.size)
    lit = np.flatnonzero(text)
    worth[lit] = scene.covered(scene.topic[lit], scene.result[lit], known.units.text)
    dark = np.flatnonzero(~text)
    if dark.size:
        worth[dark] = _assessed_union(known, dark, measure)
    return worth


def _assessed_union(known: Targets, row: Ints, measure: str) -> Reals:
    """Characters of the assessed nodes of each result, each character once."""
    scene = known.scene
    tree = scene.result[row]
    at, offsets = ranges(scene.tree_offsets[tree], scene.tree_offsets[tree + 1])
    owner, node = owners(offsets), scene.tree_nodes[at]
    held = _of_nodes(known, "length", scene.topic[row][owner], node, measure) > 0
    owner, nodes = owner[held], scene.nodes.take(node[held])
    extent = np.zeros(row.size, np.int64)
    np.maximum.at(extent, owner, nodes.end)
    origin = lay_out(extent)
    start, end = merge(nodes.start + origin[owner], nodes.end + origin[owner])
    size = (end - start).astype(np.float64)
    return sums(np.searchsorted(origin, start, "right") - 1, size, row.size)


# -- what was seen before ------------------------------------------------------------------


def unseen(chances: Chances, row: Ints, shared: Shared) -> Reals:
    """Probability that each result's tree was not seen from the distinct results before it."""
    scene = chances.scene
    earlier, low, high = _before(scene, row)
    out = np.empty(row.size)
    cost = np.cumsum((high - low) * scene.n_nodes[scene.result[row]])
    for some in np.split(np.arange(row.size), np.flatnonzero(np.diff(cost // BLOCK)) + 1):
        at, offsets = ranges(low[some], high[some])
        pair = owners(offsets)
        target, origin = scene.result[row[some]][pair], scene.result[earlier[at]]
        topic = scene.topic[row[some]][pair]
        if shared == "nodes":
            which, place, chance = node_chances(chances, topic, origin, target)
            out[some] = _mean_unseen(
                scene.n_nodes[scene.result[row[some]]], pair[which], place, chance
            )
            continue
        seen = tree_shares(chances, topic, origin, target, shared)
        with np.errstate(divide="ignore"):
            out[some] = np.exp(sums(pair, np.log1p(-seen), some.size))
    return out


def _mean_unseen(size: Ints, tree: Ints, place: Ints, chance: Reals) -> Reals:
    """Mean over the nodes of each tree of the probability that the node was not seen."""
    first = np.concatenate(([0], np.cumsum(size)))
    with np.errstate(divide="ignore"):
        log = sums(first[tree] + place, np.log1p(-chance), int(first[-1]))
    return sums(np.repeat(np.arange(size.size), size), np.exp(log), size.size) / size


def _before(scene: ResultsAndTargets, row: Ints) -> tuple[Ints, Ints, Ints]:
    """Distinct results by topic, document and rank; those before each row are low:high."""
    span = int(scene.nodes.doc.max(initial=0)) + 1
    key = scene.topic * span + scene.doc[scene.result]
    fresh = np.flatnonzero(scene.fresh)
    order = fresh[np.argsort(key[fresh], kind="stable")]
    low = np.searchsorted(key[order], key[row])
    # Rows ascend inside a group: count those before by a combined key.
    n = np.int64(max(scene.result.size, 1))
    _, group = np.unique(key, return_inverse=True)
    high = np.searchsorted(group[order] * n + order, group[row] * n + row)
    return order, low, high
