"""Cumulated gains of a ranking beside those of the ideal ranking, and what is read off them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.curves import SLACK, Curves, Interpolation, height_at, rank_of
from partwise.kernels.ragged import (
    owners,
    rank_in_segment,
    running_count,
    segment_count,
    segment_sum,
)

if TYPE_CHECKING:
    from partwise.messages import Notes


@dataclass(frozen=True)
class CumulatedGain:
    """Gains of all ranks of all topics, and the gains of the ideal ranking."""

    gain: Reals
    """Gain of each result."""
    touches: Flags
    """Whether a result is the first to touch some ideal element."""
    run: Curves
    ideal: Curves
    """Cumulated gain of the run and of the ideal ranking, one curve a topic."""
    bounded: bool
    """Whether the run can never earn more than the ideal: ratios that rounding
    lifts above 1 are 1 then."""
    notes: Notes | None = None
    """Where it is told that a ratio without this limit passes 1."""
    missed: Ints | None = None
    """Ideal elements of each topic that nothing leads to, where `touches` cannot tell."""

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
        return rank_in_segment(self.run.offsets)

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
        kept = self.earning if depth is None else self.earning & (self.rank <= depth)
        summed = np.zeros(self.gain.size)
        summed[kept] = term[kept[self.earning]]
        finds = segment_count(kept, self.run.offsets)
        missed = self.missed
        if missed is None:
            missed = self.ideal.length - segment_count(kept & self.touches, self.run.offsets)
        terms = np.maximum(finds + missed, 1)
        mean = self.within(segment_sum(summed, self.run.offsets) / terms)
        return np.where(self.total > 0, mean, np.nan)
