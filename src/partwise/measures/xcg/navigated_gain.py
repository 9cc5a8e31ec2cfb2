"""What a navigating reader earns from a ranking of elements: the ideals that results lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.curves import cumulated
from partwise.kernels.ragged import offsets_from_lengths
from partwise.measures.xcg.cumulated_gain import CumulatedGain
from partwise.measures.xcg.element_gains import IdealRanking, Setting, ideal_ranking
from partwise.navigation.destinations import destinations
from partwise.navigation.exposure import encounters
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.transitions import Chances

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.users.base import Navigation

EPSILON = 1e-12
"""Gains below this are rounding."""


def navigated_gain(
    view: View, setting: Setting, nav: Navigation, depth: int | None
) -> CumulatedGain:
    """Gains of a run, cut at `depth`, whose results are worth the ideals that they lead to.

    After k ranks the reader has been paid at most k ideals' worth of what was probably seen, the
    best ideals first; the rest is paid at later ranks, also after the end of the run.
    """
    ideal = ideal_ranking(view, setting)
    return view.memo(
        ("navigated gains", nav, setting.quant, setting.ideal, depth),
        lambda: _gain(view, ideal, nav, depth),
    )


def _gain(view: View, ideal: IdealRanking, nav: Navigation, depth: int | None) -> CumulatedGain:
    both, chances = _meet(view, ideal, nav)
    length = np.diff(both.offsets) if depth is None else np.minimum(np.diff(both.offsets), depth)
    ranks = np.maximum(length, both.n_targets)
    gains, missed = [], np.zeros(view.n_topics, np.int64)
    found = _chances(both, chances, length)
    for topic in range(view.n_topics):
        n = int(both.n_targets[topic])
        unseen: Reals = np.ones((int(length[topic]) + 1, n))
        if topic in found:
            rank, target, chance = found[topic]
            unseen[rank, target] = 1.0 - chance
        seen: Reals = 1.0 - np.multiply.accumulate(unseen)
        missed[topic] = int((seen[-1] == 0).sum())
        targets = slice(both.target_offsets[topic], both.target_offsets[topic + 1])
        gains.append(paid(seen, both.value[targets], int(ranks[topic])))
    gain = np.concatenate(gains) if gains else np.empty(0)
    run = cumulated(gain, offsets_from_lengths(ranks))
    return CumulatedGain(gain, gain > 0, run, ideal.curves, bounded=True, missed=missed)


def _meet(view: View, ideal: IdealRanking, nav: Navigation) -> tuple[ResultsAndTargets, Chances]:
    """Return results and ideal elements of all topics, and the chances between them."""
    known, among = view.elements, destinations(view)
    judged = known.highlighted_forest if known.highlighted else known.assessed_forest
    at = ideal.related.ideal
    targets = among.elements(judged.forest.segment[at], judged.forest.node[at], ideal.value[at])
    both = ResultsAndTargets.of(among.results, targets, view.n_topics)
    return both, Chances(nav, both, among.inventory, want="reach")


def _chances(
    both: ResultsAndTargets, chances: Chances, length: Ints
) -> dict[int, tuple[Ints, Ints, Reals]]:
    """Rank, target and chance of each topic, where a result may lead to an ideal."""
    row = np.flatnonzero(both.fresh & (both.rank <= length[both.topic]))
    blocks = [block for block in encounters(chances, row, "seen") if block[0].size]
    if not blocks:
        return {}
    result, wanted, chance = (np.concatenate(column) for column in zip(*blocks, strict=True))
    topic = both.topic[result]
    target = wanted - both.target_offsets[topic]
    bounds = np.flatnonzero(np.diff(topic, prepend=-1))
    parts = (np.split(column, bounds[1:]) for column in (both.rank[result], target, chance))
    return dict(zip(topic[bounds].tolist(), zip(*parts, strict=True), strict=True))


def paid(seen: Reals, value: Reals, ranks: int) -> Reals:
    """Gain of each rank of one topic.

    Parameters
    ----------
    seen : ndarray of float64
        A row per rank from 0, a column per ideal: the chance that it was seen by then.
    value : ndarray of float64
        What each ideal is worth.
    ranks : int
        So many ranks are paid; after the last row nothing more is seen.
    """
    best = np.argsort(-value, kind="stable")
    k = np.arange(ranks + 1)
    shown = seen[np.minimum(k, len(seen) - 1)][:, best]
    room = np.maximum(k[:, None] - (np.cumsum(shown, axis=1) - shown), 0.0)
    earned = (np.minimum(shown, room) * value[best]).sum(axis=1)
    gain: Reals = np.diff(earned)
    return np.where(gain < EPSILON, 0.0, gain)
