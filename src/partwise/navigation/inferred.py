"""Inferred relevance of returned trees, and the probability that they were seen before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.paths import positions
from partwise.kernels.probability import sums
from partwise.kernels.ragged import owners, ranges, running_sum
from partwise.language.measure import Measure
from partwise.navigation.expectations import NavigationSetting
from partwise.navigation.results_and_targets import BLOCK, ResultsAndTargets
from partwise.navigation.targets import Rel, Targets, targets_of
from partwise.navigation.transitions import Chances, Shared, node_chances, tree_shares
from partwise.users.reading import Window
from partwise.users.trees import Depth

if TYPE_CHECKING:
    from partwise.geometry.view import View

Infer = Literal["mean", "union", "sum"]


BY_REL = "default: mean, with rel=length union"
"""The default of ``infer``."""


def check_infer(measure: Measure, rel: Rel, infer: Infer | None) -> None:
    """Raise on a union of relevance that is not counted in characters."""
    if infer == "union" and rel != "length":
        raise ParameterError(measure.label(), "infer", infer, f"mean or sum with rel={rel}")


def inferred_sums(measure: Measure, view: View) -> tuple[Targets, Reals]:
    """Targets, and inferred relevance not seen before summed down to each result; made once."""
    setting = NavigationSetting.of(measure)
    infer: Infer = getattr(measure, "infer", None) or (
        "union" if setting.rel == "length" else "mean"
    )
    label = measure.label()
    targets = targets_of(view, setting.ideals, setting.units, measure=label)
    key = ("structural relevance", setting, infer)
    return targets, view.memo(key, lambda: _summed(targets, setting, infer, label))


def _summed(targets: Targets, setting: NavigationSetting, infer: Infer, measure: str) -> Reals:
    both = targets.both
    worth = inferred(targets, setting.rel, infer, measure)
    gain = np.zeros(both.result.size)
    for topics, model, passages in targets.by_kind(setting.nav, Depth(), Window()):
        chances = setting.chances(targets, model, passages=passages)
        row = np.flatnonzero((worth > 0) & topics[both.topic])
        gain[row] = worth[row] * unseen(chances, row, setting.shared)
    return running_sum(gain, both.offsets)


# -- relevance of nodes --------------------------------------------------------------------


def inferred(targets: Targets, rel: Rel, infer: Infer, measure: str) -> Reals:
    """Relevance that each result inherits from its nodes."""
    both = targets.both
    if infer == "union":
        return _in_union(targets, measure)
    member, offsets = ranges(both.tree_offsets[both.result], both.tree_offsets[both.result + 1])
    row = owners(offsets)
    worth = _of_nodes(targets, rel, both.topic[row], both.tree_nodes[member], measure)
    total = sums(row, worth, both.result.size)
    return total / np.diff(offsets) if infer == "mean" else total


def _of_nodes(targets: Targets, rel: Rel, topic: Ints, node: Ints, measure: str) -> Reals:
    """Relevance of single nodes: that of the assessed tree they are, or by highlighted text."""
    both, n = targets.both, np.int64(len(targets.both.nodes))
    single = np.flatnonzero(both.n_nodes[both.target] == 1)
    of_target = both.tree_nodes[both.tree_offsets[both.target[single]]]
    key = both.target_topic[single] * n + of_target
    order = np.argsort(key)
    key, value = key[order], targets.rel(rel, measure)[single][order]
    node_key = topic * n + node
    target_row = positions(key, node_key)
    assessed = target_row >= 0
    worth = np.append(value, 0.0)[target_row]
    with_text = np.flatnonzero(~assessed & targets.destinations.has_text[topic])
    if with_text.size and rel != "value":
        nodes = both.nodes.take(node[with_text])
        pair = targets.destinations.text.base(topic[with_text], nodes.doc)
        n_relevant = np.zeros(with_text.size, np.int64)
        hit = pair >= 0
        low = targets.destinations.text.before(pair[hit], np.maximum(nodes.start[hit], 0))
        n_relevant[hit] = (
            targets.destinations.text.before(pair[hit], np.maximum(nodes.end[hit], 0)) - low
        )
        worth[with_text] = n_relevant if rel == "length" else n_relevant > 0
    return worth


def _in_union(targets: Targets, measure: str) -> Reals:
    """Relevant characters in the union of each result's nodes."""
    both = targets.both
    text = targets.destinations.has_text[both.topic]
    worth = np.zeros(both.result.size)
    with_text = np.flatnonzero(text)
    worth[with_text] = both.covered(
        both.topic[with_text], both.result[with_text], targets.destinations.text
    )
    without = np.flatnonzero(~text)
    if without.size:
        worth[without] = _assessed_union(targets, without, measure)
    return worth


def _assessed_union(targets: Targets, row: Ints, measure: str) -> Reals:
    """Characters of the assessed nodes of each result, each character once."""
    both = targets.both
    tree = both.result[row]
    member, offsets = ranges(both.tree_offsets[tree], both.tree_offsets[tree + 1])
    owner, node = owners(offsets), both.tree_nodes[member]
    relevant = _of_nodes(targets, "length", both.topic[row][owner], node, measure) > 0
    owner, nodes = owner[relevant], both.nodes.take(node[relevant])
    extent = np.zeros(row.size, np.int64)
    np.maximum.at(extent, owner, nodes.end)
    origin = lay_out(extent)
    start, end = merge(nodes.start + origin[owner], nodes.end + origin[owner])
    size = (end - start).astype(np.float64)
    return sums(np.searchsorted(origin, start, "right") - 1, size, row.size)


# -- what was seen before ------------------------------------------------------------------


def unseen(chances: Chances, row: Ints, shared: Shared) -> Reals:
    """Probability that each result's tree was not seen from the distinct results before it."""
    both = chances.both
    earlier, low, high = _before(both, row, across=chances.cross_document is not None)
    out = np.empty(row.size)
    cost = np.cumsum((high - low) * both.n_nodes[both.result[row]])
    for block in np.split(np.arange(row.size), np.flatnonzero(np.diff(cost // BLOCK)) + 1):
        before, offsets = ranges(low[block], high[block])
        pair = owners(offsets)
        target, origin = both.result[row[block]][pair], both.result[earlier[before]]
        topic = both.topic[row[block]][pair]
        if shared == "nodes":
            which, place, chance = node_chances(chances, topic, origin, target)
            out[block] = _mean_unseen(
                both.n_nodes[both.result[row[block]]], pair[which], place, chance
            )
            continue
        seen = tree_shares(chances, topic, origin, target, shared)
        with np.errstate(divide="ignore"):
            out[block] = np.exp(sums(pair, np.log1p(-seen), block.size))
    return out


def _mean_unseen(size: Ints, tree: Ints, place: Ints, chance: Reals) -> Reals:
    """Mean over the nodes of each tree of the probability that the node was not seen."""
    first = np.concatenate(([0], np.cumsum(size)))
    with np.errstate(divide="ignore"):
        log = sums(first[tree] + place, np.log1p(-chance), int(first[-1]))
    return sums(np.repeat(np.arange(size.size), size), np.exp(log), size.size) / size


def _before(both: ResultsAndTargets, row: Ints, *, across: bool) -> tuple[Ints, Ints, Ints]:
    """Distinct results by topic, document and rank; those before each row are low:high.

    Where readers get `across` documents, all of the topic are of one.
    """
    key = both.topic if across else both.in_document(both.topic, both.doc[both.result])
    fresh = np.flatnonzero(both.fresh)
    order = fresh[np.argsort(key[fresh], kind="stable")]
    low = np.searchsorted(key[order], key[row])
    # Rows ascend inside a group: count those before by a combined key.
    n = np.int64(both.result.size)
    _, group = np.unique(key, return_inverse=True)
    high = np.searchsorted(group[order] * n + order, group[row] * n + row)
    return order, low, high
