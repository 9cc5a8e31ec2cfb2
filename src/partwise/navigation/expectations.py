"""Expected hits, near misses and misses at every rank, shared by the measures of this family."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.forwarded import Forwarded
from partwise.kernels.curves import Curves, height_at
from partwise.kernels.probability.gain import NEVER, Certainty, Collector, Gains
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import running_sum, segment_max
from partwise.language.fields import AUTO, Auto
from partwise.navigation.exposure import Shared, encounters, node_encounters
from partwise.navigation.shown_before import shown_before
from partwise.navigation.targets import Ideals, Rel, Targets, UnitsFrom, targets_of
from partwise.navigation.transitions import Chances
from partwise.users.base import Navigation, Normalise
from partwise.users.depth import Depth
from partwise.users.window import Window

if TYPE_CHECKING:
    from partwise.geometry.view import View


Hits = Literal["exact", "certain"]

SLACK = 1e-9
"""A recall is reached when it comes this close."""


@dataclass(frozen=True)
class Setting:
    """Who navigates, and what is relevant."""

    nav: Navigation | Auto
    normalise: Normalise | Auto
    shared: Shared
    rel: Rel
    ideals: Ideals
    units: UnitsFrom | Auto
    hits: Hits | Auto
    tolerance: float = 1.0
    measure: str = field(default="the measure", compare=False)
    """Who asked first, for messages: measures of one setting share what is worked out."""

    @classmethod
    def of(cls, measure: Any, rel: Rel | None = None) -> Setting:
        """Take the setting from a measure's parameters."""
        return cls(
            measure.nav,
            measure.normalise,
            measure.shared,
            rel or measure.rel,
            measure.ideals,
            measure.units,
            measure.hits,
            getattr(measure, "tolerance", 1.0),
            measure.label(),
        )

    def chances(self, targets: Targets, model: Navigation, *, passages: bool) -> Chances:
        """Return the steps of a model.

        It says itself how reach between elements or documents becomes steps.
        """
        documents = targets.destinations.assessments.grades_documents_only
        how = self.normalise or ("none" if passages and not documents else None)
        return Chances(
            model,
            targets.both,
            targets.destinations.inventory,
            want="step",
            normalise=how,
            measure=self.measure,
        )


@dataclass(frozen=True, eq=False)
class Expected:
    """Hits, near misses and what is left, after every rank of every topic."""

    targets: Targets
    """Results and assessed trees."""
    gains: Gains
    """One row per result."""
    total: Reals
    """Relevance of all assessed trees of each topic; 0 where there are none."""
    certain: bool
    """Whether one rank may hit several trees."""

    offsets = Forwarded[Ints]("targets.both")
    """Results of each topic."""
    topic = Forwarded[Ints]("targets.both")
    """Topic of each result."""
    rank = Forwarded[Ints]("targets.both")
    """Rank of each result."""
    n_targets = Forwarded[Ints]("targets")
    """Assessed trees of each topic."""
    hits = Forwarded[Reals]("gains")
    """Hits after each result."""

    @property
    def length(self) -> Ints:
        """Number of results of each topic."""
        return np.diff(self.offsets)

    # -- per result ------------------------------------------------------------------------

    def hit_ranks(self) -> Reals:
        """Hits after each result; a rank counts at most 1 where it may hit several trees."""
        if not self.certain:
            return self.hits
        each = np.diff(self.hits, prepend=0.0)
        heads = self.offsets[:-1][self.length > 0]
        each[heads] = self.hits[heads]
        return running_sum(np.minimum(each, 1.0), self.offsets)

    @property
    def found(self) -> Reals:
        """Hits and near misses after each result."""
        return self.gains.hits + self.gains.near

    @property
    def base(self) -> Reals:
        """Recall-base: hits, near misses and misses after each result."""
        return self.gains.hits + self.gains.left

    def recall(self) -> Reals:
        """ESRR after each result."""
        return ratio(self.found, self.base)

    def shown(self, measure: str) -> Reals:
        """Characters of all results down to each one."""
        both = self.targets.both
        self.targets.need_size(both.result, measure)
        before = np.concatenate(([0], np.cumsum(both.size[both.result])))
        return (before[1:] - before[both.offsets[both.topic]]).astype(np.float64)

    # -- per topic -------------------------------------------------------------------------

    def at(self, column: Reals, k: int | None, empty: Reals | float = 0.0) -> Reals:
        """Value of a column at rank k, or at the last result before it."""
        topic = np.arange(self.length.size)
        some = height_at(Curves(column, self.offsets), topic, self.depth(k))
        return np.where(self.length > 0, some, empty)

    def depth(self, k: int | None) -> Ints:
        """Rank cutoff of each topic: k, or the length of its list."""
        return self.length if k is None else np.full(self.length.size, k)

    def defined(self, values: Reals) -> Reals:
        """NaN where no tree is assessed."""
        return np.where(self.n_targets > 0, values, np.nan)

    def interpolated(self, precision: Reals, recall: Reals, level: float) -> Reals:
        """Greatest precision at the ranks of each topic whose recall is at least `level`."""
        reached = np.where(recall >= level - SLACK, precision, 0.0)
        return segment_max(reached, self.offsets)

    def mean_interpolated(
        self, precision: Reals, recall: Reals, points: int, k: int | None = None
    ) -> Reals:
        """Mean of the interpolated values over equally spaced recall levels from 0 to 1.

        The run ends at rank `k`: no value depends on results further down.
        """
        if k is not None:
            precision = np.where(self.rank <= k, precision, 0.0)
        levels = np.arange(points) / (points - 1)
        total = np.zeros(self.length.size)
        for level in levels.tolist():
            total += self.interpolated(precision, recall, level)
        return total / points


def expected(view: View, setting: Setting, measure: str) -> Expected:
    """Return the expectations of a view, made once for a setting."""
    targets = targets_of(view, setting.ideals, setting.units, measure=measure)
    return view.memo(("expected", setting), lambda: _expected(targets, setting, measure))


def _expected(targets: Targets, setting: Setting, measure: str) -> Expected:
    both = targets.both
    rel = targets.rel(setting.rel, measure)
    by_node = setting.shared == "nodes"
    width = both.n_nodes[both.target] if by_node else np.ones(both.target.size, np.int64)
    certain = _certain_topics(targets, setting.hits)
    returned = both.returned
    if certain.any():
        returned = _first_certain(targets, setting, width, certain[both.target_topic])
    kept = np.ones(rel.size)
    if setting.tolerance < 1:
        kept -= (1.0 - setting.tolerance) * shown_before(targets, returned, measure)
    collector = Collector(
        np.repeat(rel / width, width),
        np.repeat(returned, width),
        np.repeat(both.target_topic, width),
        both.offsets,
        np.repeat(kept, width),
    )
    _feed(targets, setting, collector)
    total = sums(both.target_topic, rel, both.n_topics)
    return Expected(targets, collector.finish(), total, bool(certain.any()))


def _feed(targets: Targets, setting: Setting, taker: Collector | Certainty) -> None:
    """Hand over all chances to see something, in the order of the results."""
    both = targets.both
    for topics, model, passages in targets.by_kind(setting.nav, Depth(), Window()):
        chances = setting.chances(targets, model, passages=passages)
        row = np.flatnonzero(both.fresh & topics[both.topic])
        if setting.shared == "nodes":
            for result, slot, chance in node_encounters(chances, row):
                taker.feed(result, slot, chance)
        else:
            for result, wanted, chance in encounters(chances, row, setting.shared):
                taker.feed(result, wanted, chance)


def _certain_topics(targets: Targets, hits: Hits | Auto) -> Flags:
    """Topics in which a tree that was surely seen is a hit: by default those of bare spans."""
    if hits is AUTO:
        return targets.unequalled
    return np.full(targets.both.n_topics, hits == "certain")


def _first_certain(targets: Targets, setting: Setting, width: Ints, wanted: Flags) -> Ints:
    """First result that is each target or, where wanted, after which it was surely seen."""
    both = targets.both
    sure = Certainty(int(width.sum()))
    _feed(targets, setting, sure)
    heads = np.concatenate(([0], np.cumsum(width)))[:-1]
    # a tree of several nodes has been seen when its last node has
    last = np.maximum.reduceat(sure.row, heads) if heads.size else sure.row
    first = np.where(both.returned < 0, NEVER, both.returned)
    first = np.where(wanted, np.minimum(first, last), first)
    return np.where(first == NEVER, -1, first)


def ratio(part: Reals, whole: Reals) -> Reals:
    """Part over whole, 0 where the whole is 0."""
    out = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=out, where=whole > 0)
    return out
