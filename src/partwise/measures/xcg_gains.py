"""Gains of extended cumulated gain: of elements, of text near an element, and of ideal lists."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError
from partwise.gains.quantisations import Quant, chosen_quant, quant_key
from partwise.kernels.ragged import (
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    rank_in_segment,
    running_count,
    segment_count,
    segment_starts,
    segment_sum,
)
from partwise.kernels.ranked import (
    SLACK,
    Curves,
    Interpolation,
    cumulated,
    falling,
    height_at,
    rank_of,
)
from partwise.kernels.trees import (
    Families,
    Ideal,
    Norm,
    families,
    near_miss_gains,
    residual_values,
    unseen_mass,
)
from partwise.language.fields import AUTO, Auto
from partwise.navigation.destinations import destinations
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.transitions import Chances, encounters

if TYPE_CHECKING:
    from partwise.geometry.assessed_elements import AssessedForest
    from partwise.geometry.view import View
    from partwise.messages import Notes
    from partwise.users.base import Navigation


@dataclass(frozen=True)
class CumulatedGain:
    """Gains of all ranks of all topics, and the gains of the ideal ranking."""

    gain: Reals
    """Gain of each result."""
    touches: Flags
    """True for results that are the first to touch some ideal element, bool[n_results]."""
    run: Curves
    ideal: Curves
    """Cumulated gain of the run and of the ideal ranking, one curve a topic."""
    bounded: bool
    """True if the run can never earn more than the ideal. Ratios that rounding
    lifts above 1 are 1 then."""
    notes: Notes | None = None
    """Notes to which a ratio above 1 is reported if the run is not bounded."""
    missed: Ints | None = None
    """Ideal elements of each topic that nothing leads to, where `touches` cannot tell."""

    @cached_property
    def total(self) -> Reals:
        """T: the gain of the whole ideal ranking; NaN where nothing can be earned."""
        total = self.ideal.total
        return np.where(total > 0, total, np.nan)

    @cached_property
    def topic(self) -> Ints:
        """Topic numbers, int64[n_topics]."""
        return np.arange(self.ideal.length.size)

    @cached_property
    def owner(self) -> Ints:
        """Topic of each result."""
        return owners(self.run.offsets)

    @cached_property
    def rank(self) -> Ints:
        """Rank of each result, from 1."""
        return rank_in_segment(self.run.offsets)

    @cached_property
    def earning(self) -> Flags:
        """True for results with a gain above 0, bool[n_results]."""
        earning: Flags = self.gain > 0
        return earning

    @cached_property
    def bonus_curve(self) -> Reals:
        """Cumulated gain with 1 added for each earning result (cbg) at each result."""
        return self.run.height + running_count(self.earning, self.run.offsets)

    def run_at(self, rank: int | None) -> Reals:
        """Values of xCG at a rank, or at the end; NaN where nothing can be earned."""
        return self._read(self.run, rank)

    def ideal_at(self, rank: int | None) -> Reals:
        """Values of xCI at a rank, or at the end; NaN where nothing can be earned."""
        return self._read(self.ideal, rank)

    def _read(self, curves: Curves, rank: int | None) -> Reals:
        ranks = curves.length if rank is None else np.full(self.topic.size, rank)
        return np.where(self.total > 0, height_at(curves, self.topic, ranks), np.nan)

    def bonus_at(self, rank: Ints) -> Reals:
        """Cumulated bonus gain (cbg) at one rank per topic."""
        bonus = Curves(self.bonus_curve, self.run.offsets)
        return np.where(self.total > 0, height_at(bonus, self.topic, rank), np.nan)

    def within(self, values: Reals) -> Reals:
        """Take back what rounding added above 1 where that is the limit, else say so."""
        if self.bounded:
            return np.minimum(values, 1.0)
        if self.notes is not None and (values > 1.0).any():
            self.notes.add(
                "near misses earn more than their ideal element; some values exceed 1 (see norm=)"
            )
        return values

    def ideal_rank(self, topic: Ints, height: Reals, interpolation: Interpolation) -> Reals:
        """Rank at which the ideal ranking has earned `height`."""
        slack = SLACK * self.total[topic]
        return rank_of(self.ideal, topic, height, slack=slack, interpolation=interpolation)

    def effort_precision(
        self, level: Reals, interpolation: Interpolation, depth: int | None = None
    ) -> Reals:
        """Ideal rank over the run's rank at recall levels: one row per topic.

        0 where the run, cut at `depth`, never gets there.
        """
        topic = np.repeat(self.topic, level.size)
        height = np.tile(level, self.topic.size) * self.total[topic]
        defined = np.flatnonzero(height > 0)
        topic, height = topic[defined], height[defined]
        reached = rank_of(
            self.run, topic, height, slack=SLACK * self.total[topic], interpolation=interpolation
        )
        if depth is not None:
            # the first rank that reaches a height is the fractional rank rounded up
            reached[np.ceil(reached) > depth] = np.inf
        out = np.full(self.topic.size * level.size, np.nan)
        out[defined] = self.within(self.ideal_rank(topic, height, interpolation) / reached)
        return out.reshape(self.topic.size, level.size)

    def mean_over_finds(self, term: Reals, depth: int | None = None) -> Reals:
        """Sum of a term of each earning result, over earning results and missed ideals.

        `term` has a value for each result with ``earning``; `depth` cuts the run.
        """
        counted = self.earning if depth is None else self.earning & (self.rank <= depth)
        summed = np.zeros(self.gain.size)
        summed[counted] = term[counted[self.earning]]
        finds = segment_count(counted, self.run.offsets)
        missed = self.missed
        if missed is None:
            missed = self.ideal.length - segment_count(counted & self.touches, self.run.offsets)
        terms = np.maximum(finds + missed, 1)
        mean = self.within(segment_sum(summed, self.run.offsets) / terms)
        return np.where(self.total > 0, mean, np.nan)


Gain = Literal["tree", "text"]


@dataclass(frozen=True)
class GainSetting:
    """Valuation of elements, tolerance of the reader, and kind of ideal."""

    quant: Quant | Auto = AUTO
    """Quantisation; AUTO = what fits the assessments."""
    tolerance: float = 0.0
    """0 = what was seen earns nothing, 1 = overlap is ignored."""
    norm: Norm = "bounded"
    """Limit of what the results around an ideal element earn together."""
    ideal: Ideal = "derived"
    """Ideal recall-base."""
    gain: Gain | Auto = AUTO
    """Judge of overlap: children or highlighted characters.
    AUTO = text on highlights with ``quant=spec``, else tree."""
    owner: str = "xCG"
    """Name of the measure, for error messages."""


class IdealRanking(NamedTuple):
    """Value of every element of a forest, its ideal elements, and what they earn in order."""

    value: Reals
    related: Families
    curves: Curves


def cumulated_gain(view: View, setting: GainSetting) -> CumulatedGain:
    """Gains of a run under a setting; computed once per view and setting."""
    elements = view.elements
    elements.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    if setting.gain == "text" and quant.name != "spec":
        raise ParameterError(setting.owner, "gain", "text", f"tree with quant={quant.name}")
    gain = setting.gain or ("text" if elements.highlighted and quant.name == "spec" else "tree")
    text = gain == "text"

    def earn() -> CumulatedGain:
        judged = elements.highlighted_forest if text else elements.assessed_forest
        ideal = ideal_ranking(view, setting, text=text)
        if text:
            worth = _unseen_share(judged, setting.tolerance)
        else:
            worth = residual_values(
                judged.forest,
                judged.place,
                judged.seen_before,
                ideal.value,
                judged.size,
                tolerance=setting.tolerance,
                capped=setting.norm == "bounded",
            )
        gains, touches = near_miss_gains(
            ideal.related, judged.place, worth, ideal.value, norm=setting.norm
        )
        run = cumulated(gains, elements.offsets)
        bounded = setting.norm == "bounded"
        return CumulatedGain(gains, touches, run, ideal.curves, bounded, view.notes)

    key = (quant_key(setting.quant or quant.name), setting.tolerance, setting.norm, setting.ideal)
    return view.memo(("element gains", *key, gain), earn)


def ideal_ranking(view: View, setting: GainSetting, *, text: bool = False) -> IdealRanking:
    """Ideal elements of each topic; computed once per view, quantisation and kind of ideal.

    With `text` shares come from highlighted spans even where rows give them.
    """
    elements = view.elements
    elements.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    from_text = text or elements.highlighted

    def find() -> IdealRanking:
        judged = elements.highlighted_forest if from_text else elements.assessed_forest
        value = quant.values(judged.e, judged.s)
        related = families(judged.forest, value, quant.relevant(judged.e, judged.s), setting.ideal)
        owner = judged.forest.segment[related.ideal]
        offsets = offsets_from_owners(owner, judged.n_topics)
        curves = cumulated(falling(value[related.ideal], offsets), offsets)
        return IdealRanking(value, related, curves)

    key = (quant_key(setting.quant or quant.name), setting.ideal, from_text)
    return view.memo(("ideal elements", *key), find)


def _unseen_share(judged: AssessedForest, tolerance: float) -> Reals:
    """Highlighted share of each result's element, text shown before counting `tolerance`."""
    fresh = unseen_mass(judged.forest, judged.place, judged.seen_before, judged.highlighted)
    in_forest = judged.place >= 0
    node = judged.place[in_forest]
    highlighted = judged.highlighted[node]
    earned = highlighted - (1 - tolerance) * (highlighted - fresh[in_forest])
    worth = np.zeros(judged.place.size)
    worth[in_forest] = earned / np.maximum(judged.size[node], 1)
    return worth


EPSILON = 1e-12
"""Gains below this are rounding."""


def navigated_gain(
    view: View, setting: GainSetting, nav: Navigation, depth: int | None
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
    chances_of = _chances(both, chances, length)
    for topic in range(view.n_topics):
        n = int(both.n_targets[topic])
        unseen: Reals = np.ones((int(length[topic]) + 1, n))
        if topic in chances_of:
            rank, target, chance = chances_of[topic]
            unseen[rank, target] = 1.0 - chance
        seen: Reals = 1.0 - np.multiply.accumulate(unseen)
        missed[topic] = int((seen[-1] == 0).sum())
        targets = slice(both.target_offsets[topic], both.target_offsets[topic + 1])
        gains.append(paid(seen, both.value[targets], int(ranks[topic])))
    gain = np.concatenate(gains) if gains else np.empty(0)
    run = cumulated(gain, offsets_from_lengths(ranks))
    return CumulatedGain(gain, gain > 0, run, ideal.curves, bounded=True, missed=missed)


def _meet(view: View, ideal: IdealRanking, nav: Navigation) -> tuple[ResultsAndTargets, Chances]:
    """Results and ideal elements of all topics, and the chances between them."""
    elements, among = view.elements, destinations(view)
    judged = elements.highlighted_forest if elements.highlighted else elements.assessed_forest
    node = ideal.related.ideal
    targets = among.elements(
        judged.forest.segment[node], judged.forest.node[node], ideal.value[node]
    )
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
    result, target_row, chance = (np.concatenate(column) for column in zip(*blocks, strict=True))
    topic = both.topic[result]
    target = target_row - both.target_offsets[topic]
    bounds = segment_starts(topic)
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
        Number of ranks that are paid; after the last row nothing more is seen.
    """
    best = np.argsort(-value, kind="stable")
    k = np.arange(ranks + 1)
    sorted_seen = seen[np.minimum(k, len(seen) - 1)][:, best]
    room = np.maximum(k[:, None] - (np.cumsum(sorted_seen, axis=1) - sorted_seen), 0.0)
    earned = (np.minimum(sorted_seen, room) * value[best]).sum(axis=1)
    gain: Reals = np.diff(earned)
    return np.where(gain < EPSILON, 0.0, gain)
