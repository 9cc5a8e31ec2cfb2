"""What a reader earns from a ranking of elements, beside what an ideal ranking would earn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.errors import MissingAssessmentError, ParameterError
from partwise.gains.quantisations import Quant, Quantisation, default_quant, quantisation
from partwise.kernels.budgets import Norm
from partwise.kernels.cumulated import (
    Curves,
    Interpolation,
    cumulated,
    falling,
    height_at,
    rank_of,
)
from partwise.kernels.forest import unseen_mass
from partwise.kernels.near_misses import Families, Ideal, families, near_miss_gains
from partwise.kernels.ragged import (
    offsets_from_owners,
    owners,
    places,
    running_count,
    segment_count,
    segment_sum,
)
from partwise.kernels.remaining import remaining_values

if TYPE_CHECKING:
    from partwise.geometry.elements import Pool
    from partwise.geometry.notes import Notes
    from partwise.geometry.view import View

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Gain = Literal["tree", "text"]

SLACK = 1e-9
"""A height is reached when the curve comes this close, as a share of the ideal total."""


@dataclass(frozen=True)
class Setting:
    """How elements are valued, who reads them, and what the ideal is.

    Parameters
    ----------
    quant : str, table or None
        Quantisation; None = what fits the assessments.
    tolerance : float
        0 = what was seen earns nothing, 1 = overlap is ignored.
    norm : {'bounded', 'literal', 'none'}
        What the results around an ideal element may earn together.
    ideal : {'derived', 'full'}
        Ideal recall-base.
    gain : {'tree', 'text'} or None
        Whether overlap is judged by children or by highlighted characters;
        None = text on highlights with ``quant=spec``, else tree.
    owner : str
        The measure that asks, for messages.
    """

    quant: Quant | None = None
    tolerance: float = 0.0
    norm: Norm = "bounded"
    ideal: Ideal = "derived"
    gain: Gain | None = None
    owner: str = "xCG"


@dataclass(frozen=True)
class CumulatedGain:
    """Gains of all ranks of all topics, and the gains of the ideal ranking.

    Parameters
    ----------
    gain : ndarray of float64
        Gain of each result.
    touches : ndarray of bool
        Whether a result is the first to touch some ideal element.
    run, ideal : Curves
        Cumulated gain of the run and of the ideal ranking, one curve a topic.
    bounded : bool
        Whether the run can never earn more than the ideal: ratios that rounding
        lifts above 1 are 1 then.
    notes : Notes, optional
        Where it is told that a ratio without this limit passes 1.
    """

    gain: Reals
    touches: Flags
    run: Curves
    ideal: Curves
    bounded: bool
    notes: Notes | None = None

    @cached_property
    def total(self) -> Reals:
        """T: the gain of the whole ideal ranking; NaN where nothing can be earned."""
        total = self.ideal.total
        return np.where(total > 0, total, np.nan)

    @cached_property
    def topic(self) -> Ints:
        """Number of each topic."""
        return np.arange(self.ideal.length.size)

    @cached_property
    def owner(self) -> Ints:
        """Topic of each result."""
        return owners(self.run.offsets)

    @cached_property
    def rank(self) -> Ints:
        """Rank of each result, from 1."""
        return places(self.run.offsets)

    @cached_property
    def earning(self) -> Flags:
        """Whether each result earns anything."""
        earning: Flags = self.gain > 0
        return earning

    @cached_property
    def bonus_curve(self) -> Reals:
        """Cumulated gain with 1 added for each earning result (cbg) at each result."""
        return self.run.height + running_count(self.earning, self.run.offsets)

    def at(self, rank: int | None) -> Reals:
        """Read xCG at a rank, without one at the end; NaN where nothing can be earned."""
        return self._read(self.run, rank)

    def ideal_at(self, rank: int | None) -> Reals:
        """Read xCI at a rank, without one at the end; NaN where nothing can be earned."""
        return self._read(self.ideal, rank)

    def _read(self, curves: Curves, rank: int | None) -> Reals:
        at = curves.length if rank is None else np.full(self.topic.size, rank)
        return np.where(self.total > 0, height_at(curves, self.topic, at), np.nan)

    def bonus_at(self, rank: Ints) -> Reals:
        """Cumulated bonus gain (cbg) at one rank per topic."""
        bonus = Curves(self.bonus_curve, self.run.offsets)
        return np.where(self.total > 0, height_at(bonus, self.topic, rank), np.nan)

    def within(self, values: Reals) -> Reals:
        """Take back what rounding added above 1 where that is the limit, else say so."""
        if self.bounded:
            return np.minimum(values, 1.0)
        if self.notes is not None and (values > 1.0).any():
            self.notes.say("results around ideal elements earn more than these: values above 1")
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
        kept = self.earning if depth is None else self.earning & (self.rank <= depth)
        summed = np.zeros(self.gain.size)
        summed[kept] = term[kept[self.earning]]
        finds = segment_count(kept, self.run.offsets)
        missed = self.ideal.length - segment_count(kept & self.touches, self.run.offsets)
        terms = np.maximum(finds + missed, 1)
        mean = self.within(segment_sum(summed, self.run.offsets) / terms)
        return np.where(self.total > 0, mean, np.nan)


class IdealRanking(NamedTuple):
    """Value of every element of a pool, its ideal elements, and what they earn in order."""

    value: Reals
    related: Families
    curves: Curves


def cumulated_gain(view: View, setting: Setting) -> CumulatedGain:
    """Gains of a run under a setting; computed once per view and setting."""
    known = view.elements
    known.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    gain = _chosen_gain(setting, quant.name, highlighted=known.highlighted)
    text = gain == "text"

    def earn() -> CumulatedGain:
        pool = known.highlight_pool if text else known.pool
        ideal = ideal_ranking(view, setting, text=text)
        if text:
            worth = _unseen_share(pool, setting.tolerance)
        else:
            worth = remaining_values(
                pool.forest,
                pool.place,
                pool.shown,
                ideal.value,
                pool.size,
                tolerance=setting.tolerance,
                capped=setting.norm == "bounded",
            )
        gains, touches = near_miss_gains(
            ideal.related, pool.place, worth, ideal.value, norm=setting.norm
        )
        run = cumulated(gains, known.offsets)
        bounded = setting.norm == "bounded"
        return CumulatedGain(gains, touches, run, ideal.curves, bounded, view.notes)

    key = (quant_key(setting.quant or quant.name), setting.tolerance, setting.norm, setting.ideal)
    return view.memo(("element gains", *key, gain), earn)


def ideal_ranking(view: View, setting: Setting, *, text: bool = False) -> IdealRanking:
    """Ideal elements of each topic; computed once per view, quantisation and kind of ideal.

    With `text` shares come from highlighted spans even where rows give them.
    """
    known = view.elements
    known.assessed.need(setting.owner, trees=True)
    quant = chosen_quant(view, setting.quant, setting.owner, on_grades="sog")
    from_text = text or known.highlighted

    def find() -> IdealRanking:
        pool = known.highlight_pool if from_text else known.pool
        value = quant.values(pool.e, pool.s)
        related = families(pool.forest, value, quant.relevant(pool.e, pool.s), setting.ideal)
        owner = pool.forest.segment[related.ideal]
        offsets = offsets_from_owners(owner, pool.n_topics)
        curves = cumulated(falling(value[related.ideal], offsets), offsets)
        return IdealRanking(value, related, curves)

    key = (quant_key(setting.quant or quant.name), setting.ideal, from_text)
    return view.memo(("ideal elements", *key), find)


def chosen_quant(view: View, quant: Quant | None, owner: str, *, on_grades: str) -> Quantisation:
    """Quantisation that a measure means, checked against the assessments.

    `on_grades` is the measure's default where elements have grades.
    """
    known = view.elements
    if quant is None:
        quant = default_quant(known.scale, has_e=known.has_e, on_grades=on_grades)
    found = quantisation(quant)
    if found.scale != known.scale:
        raise MissingAssessmentError(
            f"{owner}: quant={found.name} needs the scale {found.scale}",
            f"these assessments are on the scale {known.scale}",
        )
    if found.uses_e and not known.has_e:
        raise MissingAssessmentError(
            f"{owner}: quant={found.name} needs the exhaustivity e of elements",
            "these assessments have no e",
        )
    return found


def _chosen_gain(setting: Setting, quant: str, *, highlighted: bool) -> Gain:
    if setting.gain == "text" and quant != "spec":
        raise ParameterError(setting.owner, "gain", "text", f"tree with quant={quant}")
    return setting.gain or ("text" if highlighted and quant == "spec" else "tree")


def quant_key(quant: Quant) -> object:
    """Return what stands for a quantisation in a memo's key."""
    return quant if isinstance(quant, str) else tuple(quant.items())


def _unseen_share(pool: Pool, tolerance: float) -> Reals:
    """Highlighted share of each result's element, text shown before counting `tolerance`."""
    fresh = unseen_mass(pool.forest, pool.place, pool.shown, pool.highlighted)
    known = pool.place >= 0
    at = pool.place[known]
    highlighted = pool.highlighted[at]
    earned = highlighted - (1 - tolerance) * (highlighted - fresh[known])
    worth = np.zeros(pool.place.size)
    worth[known] = earned / np.maximum(pool.size[at], 1)
    return worth
