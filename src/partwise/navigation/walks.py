"""Walks of readers down the ranking: visits of targets at each rank."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.paths import positions
from partwise.kernels.probability import EffortWalk, Novelty, WalkEffort
from partwise.kernels.ragged import segment_starts
from partwise.language.fields import Auto
from partwise.navigation.targets import Ideals, Targets, from_grade, targets_of
from partwise.navigation.transitions import Chances, encounters
from partwise.users.base import Navigation
from partwise.users.combined import NoNav
from partwise.users.reading import Reads, Window
from partwise.users.trees import Hierarchy

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.navigation.results_and_targets import ResultsAndTargets
    from partwise.tables.names import Names


Encounters = Iterator[tuple[Ints, Ints, Reals]]
Exposure = Callable[[Ints], Encounters]
"""Result, target and chance of the given results, in their order."""


def exposure(targets: Targets, nav: Navigation, *, passages: bool, revisit: bool) -> Exposure:
    """Chances of results to show targets.

    Without `revisit` a result whose document an earlier one was in shows only itself, a passage
    only what it meets, and never more than with it.
    """
    both, inventory = targets.both, targets.destinations.inventory
    chances = Chances(nav, both, inventory, want="reach", ideals=True)
    if revisit:
        return partial(encounters, chances, shared="seen")
    itself = Chances(Window() if passages else NoNav(), both, inventory, want="reach")
    return partial(_once, both, chances, itself)


def _once(both: ResultsAndTargets, chances: Chances, itself: Chances, row: Ints) -> Encounters:
    is_revisit = revisits(both)[row]
    first = _joined(encounters(chances, row[~is_revisit], "seen"))
    result, target, chance = _joined(encounters(chances, row[is_revisit], "seen"))
    # Who comes again sees of what the result itself shows as much as otherwise, and nothing else.
    own_result, own_target, own_chance = _joined(encounters(itself, row[is_revisit], "seen"))
    key, own_key = (
        source * np.int64(both.target.size) + goal
        for source, goal in ((result, target), (own_result, own_target))
    )
    order = np.argsort(own_key)
    own_chance = np.append(own_chance[order], 0.0)[positions(own_key[order], key)]
    chance = np.minimum(chance, own_chance)
    positive = chance > 0
    blocks = first, (result[positive], target[positive], chance[positive])
    result, target, chance = (np.concatenate(column) for column in zip(*blocks, strict=True))
    order = np.lexsort((target, result))
    yield result[order], target[order], chance[order]


def _joined(blocks: Encounters) -> tuple[Ints, Ints, Reals]:
    """Concatenate blocks."""
    none = np.empty(0, np.int64)
    all_blocks = [(none, none, np.empty(0)), *blocks]
    result, target, chance = (np.concatenate(column) for column in zip(*all_blocks, strict=True))
    return result, target, chance


def revisits(both: ResultsAndTargets) -> Flags:
    """Mask of results in a document that an earlier result of the topic was in, bool[n_results]."""
    key = both.in_document(both.topic, both.doc[both.result])
    is_revisit = np.ones(key.size, np.bool_)
    is_revisit[np.unique(key, return_index=True)[1]] = False
    return is_revisit


SLACK = Fraction(1, 10**9)
"""Taken off a level times the number of ideals before it is rounded up."""


class WalkReader(NamedTuple):
    """User model, ideals and strictness of readers."""

    nav: Navigation | Auto
    """The user model."""
    ideals: Ideals
    """Kind of ideals."""
    revisit: bool = True
    """True if a result shows more than itself where an earlier one was in its document."""
    grade: int = 1
    """Least grade that is ideal, by its number among those of the topic."""


class Walks:
    """Efforts of the readers of every topic, for one model and one depth.

    A walk that also looked for novelty serves those who do not ask for it.
    """

    def __init__(
        self, topics: Names, targets: Targets, reader: WalkReader, depth: int | None
    ) -> None:
        self.topics = topics
        self.targets = targets
        self._reader = reader
        self._depth = depth
        self._done: dict[Novelty | None, list[WalkEffort | None]] = {}

    def efforts(self, novelty: Novelty | None) -> list[WalkEffort | None]:
        """Effort of each topic, None where nothing is wanted."""
        if novelty is None and self._done:
            return next(iter(self._done.values()))
        if novelty not in self._done:
            self._done[novelty] = self._walk(novelty)
        return self._done[novelty]

    def _walk(self, novelty: Novelty | None) -> list[WalkEffort | None]:
        both = self.targets.both
        efforts: list[WalkEffort | None] = [None] * both.n_topics
        nav, revisit = self._reader.nav, self._reader.revisit
        for topics, model, passages in self.targets.by_kind(nav, Hierarchy(), Window()):
            met = exposure(self.targets, model, passages=passages, revisit=revisit)
            for topic, walk in self._meet(topics, met, novelty):
                efforts[topic] = walk.finish(int(self._length[topic]))
        for topic in np.flatnonzero(both.n_targets).tolist():
            if efforts[topic] is None:  # nothing in the list leads anywhere
                efforts[topic] = EffortWalk(int(both.n_targets[topic])).finish(
                    int(self._length[topic])
                )
        return efforts

    @cached_property
    def _length(self) -> Ints:
        """Ranks of each topic's list that are consulted at most."""
        length = np.diff(self.targets.both.offsets)
        return length if self._depth is None else np.minimum(length, self._depth)

    def _meet(
        self, topics: Flags, met: Exposure, novelty: Novelty | None
    ) -> Iterator[tuple[int, EffortWalk]]:
        """Yield the topics in which results may show something, one after the other."""
        both = self.targets.both
        rank = both.rank
        inside = rank <= self._length[both.topic]
        row = np.flatnonzero(both.fresh & topics[both.topic] & inside)
        now, walk = -1, EffortWalk(0)
        for result, target, chance in met(row):
            topic = both.topic[result]
            edge = segment_starts(topic)
            for rows in np.split(np.arange(result.size), edge)[1:]:
                number = int(topic[rows[0]])
                if number != now:
                    if now >= 0:
                        yield now, walk
                    now, walk = number, EffortWalk(int(both.n_targets[number]), novelty)
                walk.feed(
                    rank[result[rows]], target[rows] - both.target_offsets[number], chance[rows]
                )
        if now >= 0:
            yield now, walk


def walks(view: View, reader: WalkReader, depth: int | None, measure: str) -> Walks:
    """Return the walks of a view; computed once per reader and depth."""
    targets = targets_of(view, reader.ideals, measure=measure)
    if reader.grade > 1:
        grade_key: Hashable = ("graded", reader.ideals, reader.grade)
        targets = view.memo(grade_key, partial(from_grade, targets, reader.grade))
    key: Hashable = ("walks", reader, depth)
    return view.memo(key, partial(Walks, view.assessments.topics, targets, reader, depth))


def check_independent(measure: str, nav: Navigation | Auto) -> None:
    """Raise on shares of text where independent chances are needed."""
    if isinstance(nav, Reads) and nav.min is None:
        expected = "a model of independent chances; shares of text need Reads(min=...)"
        raise ParameterError(measure, "nav", nav, expected)


def check_recall(measure: str, r: int | None, cutoff: float | str | None) -> None:
    """Raise unless exactly one of ``r=`` and a recall level is set."""
    level = cutoff if isinstance(cutoff, float) else None
    if r is None and level is None:
        message = (
            f"{measure} needs a recall level or a recall value: {measure}@0.5 or {measure}(r=1)"
        )
        raise ParameterError(measure, "cutoff", cutoff, "given", said=message)
    if r is not None and level is not None:
        raise ParameterError(measure, "r", r, f"left out with the recall level {level}")


def recall_value(level: Fraction | None, n: int) -> int:
    """Count the ideals out of ``n`` at a recall level, at least 1."""
    exact = (level or 0) * n - SLACK
    return max(1, -((-exact.numerator) // exact.denominator))


def at_recall(view: View, rows: list[Reals | None], r: int, measure: str) -> Reals:
    """Entry ``r`` of each topic's values; NaN where the topic has fewer ideals."""
    values = np.full(len(rows), np.nan)
    short = n_defined = 0
    for topic, row in enumerate(rows):
        if row is None:
            continue
        n_defined += 1
        if r <= row.size:
            values[topic] = row[r - 1]
        else:
            short += 1
    if n_defined and short == n_defined:
        greatest = max(row.size for row in rows if row is not None)
        raise ParameterError(measure, "r", r, f"at most {greatest}: no topic has more ideals")
    template = (
        "{n:topic} {n:has|have} fewer than {r} ideals: {measures} {measures:is|are} undefined there"
    )
    view.notes.add(template, n=short, r=str(r), measures=[measure])
    return values
