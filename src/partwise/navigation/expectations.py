"""Expected hits, recall and precision of readers who navigate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.base import Forwarded
from partwise.kernels.intervals import first_cover, lay_out
from partwise.kernels.probability import NEVER, Certainty, Collector, Gains, sums
from partwise.kernels.ragged import owners, ranges, running_sum, segment_max
from partwise.kernels.ranked import Curves, height_at
from partwise.language.fields import AUTO, Auto
from partwise.navigation.targets import Ideals, Rel, Targets, UnitsFrom, targets_of
from partwise.navigation.transitions import Chances, Shared, encounters, node_encounters
from partwise.tables.columns import first
from partwise.users.base import Navigation, Normalise, extents
from partwise.users.reading import Window
from partwise.users.trees import Depth

if TYPE_CHECKING:
    from partwise.geometry.view import View


def shown_before(targets: Targets, hit: Ints, measure: str) -> Reals:
    """Share of each target's characters that results before its hit show, 0 without a hit.

    Of its relevant characters where text is highlighted. `hit` is the result that hits each
    target, or -1.
    """
    both = targets.both
    share = np.zeros(hit.size)
    hit_targets = np.flatnonzero(hit >= 0)
    low, high = both.near(np.arange(both.result.size))
    row = np.flatnonzero(high > low)
    _check_places(targets, np.append(both.result[row], both.target[hit_targets]), measure)
    if not hit_targets.size:
        return share
    start, end, of = both.spans_of(both.result[row])
    goal_start, goal_end, goal = both.spans_of(both.target[hit_targets])
    topic, doc = both.target_topic[hit_targets[goal]], both.doc[both.target[hit_targets[goal]]]
    key = both.in_document(both.topic[row[of]], both.doc[both.result[row[of]]])
    goal_key = both.in_document(topic, doc)
    pairs, pair = np.unique(np.append(key, goal_key), return_inverse=True)
    extent = np.zeros(pairs.size, np.int64)
    np.maximum.at(extent, pair, np.append(end, goal_end))
    origin = lay_out(extent)[pair]
    cover = first_cover(start + origin[: start.size], end + origin[: start.size])
    shower = np.append(row[of], np.iinfo(np.int64).max)[cover.owner]
    origin = origin[start.size :]
    # cells that each span of a target meets, and who showed them first
    begin = np.searchsorted(cover.border, goal_start + origin, "right") - 1
    stop = np.searchsorted(cover.border, goal_end + origin, "left")
    cell, offsets = ranges(np.maximum(begin, 0), np.minimum(stop, cover.border.size - 1))
    span = owners(offsets)
    seen = shower[cell] < hit[hit_targets[goal[span]]]
    cell, span = cell[seen], span[seen]
    seen_start = np.maximum(goal_start[span], cover.border[cell] - origin[span])
    seen_end = np.minimum(goal_end[span], cover.border[cell + 1] - origin[span])
    counted = _characters(targets, topic[span], doc[span], seen_start, seen_end)
    whole = _characters(targets, topic, doc, goal_start, goal_end)
    n_shown = np.bincount(goal[span], weights=counted, minlength=hit_targets.size)
    size = np.bincount(goal, weights=whole, minlength=hit_targets.size)
    share[hit_targets] = n_shown / np.maximum(size, 1.0)
    return share


def _characters(targets: Targets, topic: Ints, doc: Ints, start: Ints, end: Ints) -> Ints:
    """Characters of spans, or the relevant ones of topics with highlighted text."""
    text = targets.destinations.text
    base = text.base(topic, doc)
    has_base = base >= 0
    relevant = np.zeros(start.size, np.int64)
    base = base[has_base]
    relevant[has_base] = text.before(base, end[has_base]) - text.before(base, start[has_base])
    return np.where(targets.destinations.has_text[topic], relevant, end - start)


def _check_places(targets: Targets, tree: Ints, measure: str) -> None:
    """Raise if a place of a tree is not known."""
    both = targets.both
    if (row := first(~both.placed[tree])) is not None:
        nodes = slice(both.tree_offsets[tree[row]], both.tree_offsets[tree[row] + 1])
        extents(both.nodes.take(both.tree_nodes[nodes]), "chars", f"{measure}(tolerance=...)")


Hits = Literal["exact", "certain"]

SLACK = 1e-9
"""A recall is reached when it comes this close."""


@dataclass(frozen=True)
class NavigationSetting:
    """User model and relevance that expectations depend on."""

    nav: Navigation | Auto
    normalise: Normalise | Auto
    shared: Shared
    rel: Rel
    ideals: Ideals
    units: UnitsFrom | Auto
    hits: Hits | Auto
    tolerance: float = 1.0
    measure: str = field(default="the measure", compare=False)
    """Name of the first measure with this setting, for error messages.

    Excluded from equality: results are cached by setting.
    """

    @classmethod
    def of(cls, measure: Any, rel: Rel | None = None) -> NavigationSetting:
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
        """Chances of steps of a model.

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
    """Hits, near misses and misses after every rank of every topic."""

    targets: Targets
    """Results and assessed trees."""
    gains: Gains
    """One row per result."""
    total: Reals
    """Relevance of all assessed trees of each topic; 0 where there are none."""
    certain: bool
    """True if one rank may hit several trees."""

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
    def reached(self) -> Reals:
        """Hits and near misses after each result."""
        return self.gains.hits + self.gains.near

    @property
    def base(self) -> Reals:
        """Recall-base: hits, near misses and misses after each result."""
        return self.gains.hits + self.gains.unreturned

    def recall(self) -> Reals:
        """ESRR after each result."""
        return ratio(self.reached, self.base)

    def n_characters_shown(self, measure: str) -> Reals:
        """Characters of all results down to each one."""
        both = self.targets.both
        self.targets.check_size(both.result, measure)
        before = np.concatenate(([0], np.cumsum(both.size[both.result])))
        return (before[1:] - before[both.offsets[both.topic]]).astype(np.float64)

    # -- per topic -------------------------------------------------------------------------

    def value_at(self, column: Reals, k: int | None, empty: Reals | float = 0.0) -> Reals:
        """Value of a column at rank k, or at the last result before it."""
        topic = np.arange(self.length.size)
        value = height_at(Curves(column, self.offsets), topic, self.depth(k))
        return np.where(self.length > 0, value, empty)

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


def expected(view: View, setting: NavigationSetting, measure: str) -> Expected:
    """Return the expectations of a view; computed once per setting."""
    targets = targets_of(view, setting.ideals, setting.units, measure=measure)
    return view.memo(("expected", setting), lambda: _expected(targets, setting, measure))


def _expected(targets: Targets, setting: NavigationSetting, measure: str) -> Expected:
    both = targets.both
    rel = targets.rel(setting.rel, measure)
    by_node = setting.shared == "nodes"
    width = both.n_nodes[both.target] if by_node else np.ones(both.target.size, np.int64)
    certain = _certain_topics(targets, setting.hits)
    returned = both.returned
    if certain.any():
        returned = _first_certain(targets, setting, width, certain[both.target_topic])
    unseen_share = np.ones(rel.size)
    if setting.tolerance < 1:
        unseen_share -= (1.0 - setting.tolerance) * shown_before(targets, returned, measure)
    collector = Collector(
        np.repeat(rel / width, width),
        np.repeat(returned, width),
        np.repeat(both.target_topic, width),
        both.offsets,
        np.repeat(unseen_share, width),
    )
    _feed(targets, setting, collector)
    total = sums(both.target_topic, rel, both.n_topics)
    return Expected(targets, collector.finish(), total, bool(certain.any()))


def _feed(targets: Targets, setting: NavigationSetting, taker: Collector | Certainty) -> None:
    """Pass all chances of seeing a target to `taker`, in the order of the results."""
    both = targets.both
    for topics, model, passages in targets.by_kind(setting.nav, Depth(), Window()):
        chances = setting.chances(targets, model, passages=passages)
        row = np.flatnonzero(both.fresh & topics[both.topic])
        if setting.shared == "nodes":
            for result, slot, chance in node_encounters(chances, row):
                taker.feed(result, slot, chance)
        else:
            for result, target, chance in encounters(chances, row, setting.shared):
                taker.feed(result, target, chance)


def _certain_topics(targets: Targets, hits: Hits | Auto) -> Flags:
    """Topics in which a tree that was surely seen is a hit: by default those of bare spans."""
    if hits is AUTO:
        return targets.unequalled
    return np.full(targets.both.n_topics, hits == "certain")


def _first_certain(
    targets: Targets, setting: NavigationSetting, width: Ints, certain: Flags
) -> Ints:
    """First result that is each target or, with `certain`, after which it was surely seen."""
    both = targets.both
    sure = Certainty(int(width.sum()))
    _feed(targets, setting, sure)
    heads = np.concatenate(([0], np.cumsum(width)))[:-1]
    # a tree of several nodes has been seen when its last node has
    last = np.maximum.reduceat(sure.row, heads) if heads.size else sure.row
    first = np.where(both.returned < 0, NEVER, both.returned)
    first = np.where(certain, np.minimum(first, last), first)
    return np.where(first == NEVER, -1, first)


def ratio(part: Reals, whole: Reals) -> Reals:
    """Part over whole, 0 where the whole is 0."""
    out = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=out, where=whole > 0)
    return out


Base = Literal["total", "collection", "expected"]
BASES = ("total", "collection", "expected")


def recall_of(expected: Expected, column: Reals, base: Base, depth: int | None) -> Reals:
    """Gain at a rank over all relevance, the topic's text, or the recall-base."""
    gain = expected.value_at(column, depth)
    whole = expected.total
    if base == "expected":
        whole = expected.value_at(expected.base, depth, expected.total)
    elif base == "collection":
        whole = expected.targets.n_characters.astype(np.float64)
    return expected.defined(ratio(gain, whole))
