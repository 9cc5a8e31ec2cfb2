"""Expected hits, near misses and misses at every rank, shared by the measures of this family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.probability.gain import NEVER, Certainty, Collector, Gains
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import running_sum, segment_max
from partwise.language.fields import AUTO, Auto
from partwise.navigation.exposure import Shared, encounters, node_encounters
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
        )

    def chances(self, known: Targets, model: Navigation, *, passages: bool) -> Chances:
        """Return the steps of a model; it says itself how reach between elements becomes steps."""
        how = self.normalise or ("none" if passages else model.normalise)
        return Chances(model, known.scene, known.units.inventory, want="step", normalise=how)


@dataclass(frozen=True, eq=False)
class Expected:
    """Hits, near misses and what is left, after every rank of every topic.

    Parameters
    ----------
    known : Targets
        Results and assessed trees.
    gains : Gains
        One row per result.
    total : ndarray of float64
        Relevance of all assessed trees of each topic; 0 where there are none.
    certain : bool
        Whether one rank may hit several trees.
    """

    known: Targets
    gains: Gains
    total: Reals
    certain: bool

    @property
    def offsets(self) -> Ints:
        """Results of each topic."""
        return self.known.scene.offsets

    @property
    def length(self) -> Ints:
        """Number of results of each topic."""
        return np.diff(self.offsets)

    @property
    def rank(self) -> Ints:
        """Rank of each result."""
        scene = self.known.scene
        return np.arange(scene.result.size) - scene.offsets[scene.topic] + 1

    # -- per result ------------------------------------------------------------------------

    @property
    def hits(self) -> Reals:
        """Hits after each result."""
        return self.gains.hits

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
        scene = self.known.scene
        self.known.need_size(scene.result, measure)
        before = np.concatenate(([0], np.cumsum(scene.size[scene.result])))
        return (before[1:] - before[scene.offsets[scene.topic]]).astype(np.float64)

    # -- per topic -------------------------------------------------------------------------

    def at(self, column: Reals, k: int | None, empty: Reals | float = 0.0) -> Reals:
        """Value of a column at rank k, or at the last result before it."""
        length = self.length if k is None else np.minimum(self.length, k)
        last = np.maximum(self.offsets[:-1] + length - 1, 0)
        some = np.append(column, 0.0)[np.minimum(last, column.size)]
        return np.where(length > 0, some, empty)

    def depth(self, k: int | None) -> Ints:
        """Rank cutoff of each topic: k, or the length of its list."""
        return self.length if k is None else np.full(self.length.size, k)

    def defined(self, values: Reals) -> Reals:
        """NaN where no tree is assessed."""
        return np.where(self.known.n_units > 0, values, np.nan)

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
    known = targets_of(view, setting.ideals, setting.units, measure=measure)
    return view.memo(("expected", setting), lambda: _expected(known, setting, measure))


def _expected(known: Targets, setting: Setting, measure: str) -> Expected:
    scene = known.scene
    rel = known.rel(setting.rel, measure)
    by_node = setting.shared == "nodes"
    width = scene.n_nodes[scene.unit] if by_node else np.ones(scene.unit.size, np.int64)
    certain = _certain_topics(known, setting.hits)
    returned = scene.returned
    if certain.any():
        returned = _first_certain(known, setting, width, certain[scene.unit_topic])
    collector = Collector(
        np.repeat(rel / width, width),
        np.repeat(returned, width),
        np.repeat(scene.unit_topic, width),
        scene.offsets,
    )
    _feed(known, setting, collector)
    total = sums(scene.unit_topic, rel, scene.n_topics)
    return Expected(known, collector.finish(), total, bool(certain.any()))


def _feed(known: Targets, setting: Setting, taker: Collector | Certainty) -> None:
    """Hand over all chances to see something, in the order of the results."""
    scene = known.scene
    for topics, model, passages in known.by_kind(setting.nav, Depth(), Window()):
        chances = setting.chances(known, model, passages=passages)
        row = np.flatnonzero(scene.fresh & topics[scene.topic])
        if setting.shared == "nodes":
            for result, slot, chance in node_encounters(chances, row):
                taker.feed(result, slot, chance)
        else:
            for result, unit, chance in encounters(chances, row, setting.shared):
                taker.feed(result, unit, chance)


def _certain_topics(known: Targets, hits: Hits | Auto) -> Flags:
    """Topics in which a tree that was surely seen is a hit: by default those of bare spans."""
    if hits is AUTO:
        return known.unequalled
    return np.full(known.scene.n_topics, hits == "certain")


def _first_certain(known: Targets, setting: Setting, width: Ints, wanted: Flags) -> Ints:
    """First result that is each unit or, where wanted, after which it was surely seen."""
    scene = known.scene
    sure = Certainty(int(width.sum()))
    _feed(known, setting, sure)
    heads = np.concatenate(([0], np.cumsum(width)))[:-1]
    # a tree of several nodes has been seen when its last node has
    last = np.maximum.reduceat(sure.row, heads) if heads.size else sure.row
    first = np.where(scene.returned < 0, NEVER, scene.returned)
    first = np.where(wanted, np.minimum(first, last), first)
    return np.where(first == NEVER, -1, first)


def ratio(part: Reals, whole: Reals) -> Reals:
    """Part over whole, 0 where the whole is 0."""
    out = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=out, where=whole > 0)
    return out
