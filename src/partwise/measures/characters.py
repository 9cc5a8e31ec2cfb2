"""Measures of retrieved characters: precision, recall, F, IoU, overlap and average precision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals, Values
from partwise.errors import ParameterError
from partwise.geometry.inventory import touched
from partwise.geometry.parts import Parts
from partwise.geometry.view import View
from partwise.kernels.ragged import (
    greatest_from,
    offsets_from_lengths,
    owners,
    rank_in_segment,
    running_count,
    segment_count,
    segment_max,
    segment_sum,
    top,
)
from partwise.kernels.ranked import (
    floor_levels,
    n_levels,
    nan_where_zero,
    ratio,
    reaches,
    reaches_floor,
    weighted,
)
from partwise.language.component import param, register
from partwise.measures._kinds import (
    BUDGET,
    LEVELS,
    UNIT,
    BudgetMeasure,
    Levels,
    RankedPartsMeasure,
    RecallLevelMeasure,
    Unit,
)
from partwise.messages import Note

TOLERANCE = param(
    0.0, low=0, high=1, about="0: text already seen earns nothing; 1: overlap is ignored."
)


class CharacterMeasure(RankedPartsMeasure):
    """A measure of the characters that parts show."""

    needs = frozenset({"highlights", "lengths of whole documents"})
    family = "focused"
    undefined = "no relevant text"


class SizeMeasure(CharacterMeasure, BudgetMeasure):
    """A measure of the relevant characters of each part, seen ones counting less."""

    tolerance: float = TOLERANCE
    budget: int | None = BUDGET
    unit: Unit = UNIT

    def gained(self, parts: Parts) -> Reals:
        """Sum of ``rsize`` over the parts of each topic."""
        k, seen = self.depth, parts.seen(self.label(), self.depth)
        fresh = segment_count(seen.fresh_relevant, parts.offsets, k)
        repeated = segment_count(seen.relevant, parts.offsets, k) - fresh
        return fresh + self.tolerance * repeated


class SetMeasure(CharacterMeasure, BudgetMeasure):
    """A measure of the union of parts against the relevant characters."""

    multiset: bool

    family = "union"

    def sizes(self, view: View) -> tuple[Ints, Ints, Ints]:
        """Characters of each topic, int64: retrieved and relevant, retrieved, relevant."""
        parts, name, k = self.parts_read(view), self.label(), self.depth
        size, relevant = parts.size(name, k), view.assessments.n_characters(name)
        both = segment_count(parts.seen(name, k).fresh_relevant, parts.offsets, k)
        retrieved = segment_count(size if self.multiset else parts.fresh, parts.offsets, k)
        return both, retrieved, relevant


Repeats = Literal["count", "free"]


@register()
class CharP(SizeMeasure):
    r"""Character precision of the first k parts; of the whole run without a cutoff.

    .. math::

        CharP@k = \frac{\sum_{i \le k} rsize(p_i)}{\sum_{i \le k} size(p_i)}, \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part, size(p) all its characters.

    Notes
    -----
    A short run is not padded. A copy of a part costs its full size, unless ``repeats=free``:
    then it is the precision of the union of the parts. NaN for a topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 16.
    """

    repeats: Repeats = param(
        "count",
        choices=("count", "free"),
        about="Whether text that was shown before counts again, or costs nothing.",
    )

    knows_copies = True
    question = "How much of the text shown is relevant?"

    def check(self) -> None:
        """Raise if a tolerance is set where repeated text costs nothing."""
        super().check()
        if self.repeats == "free" and self.tolerance:
            raise ParameterError(self.label(), "tolerance", self.tolerance, "0 with repeats=free")

    def values(self, view: View) -> Values:
        parts, name, k = self.parts_read(view), self.label(), self.depth
        size = parts.size(name, k)
        counted = parts.fresh if self.repeats == "free" else size
        retrieved = segment_count(counted, parts.offsets, k)
        value = ratio(self.gained(parts), retrieved)
        return nan_where_zero(value, view.assessments.n_characters(name))


@register()
class CharR(SizeMeasure):
    r"""Character recall of the first k parts; of the whole run without a cutoff.

    .. math::

        CharR@k = \frac{1}{T_{rel}} \sum_{i \le k} rsize(p_i), \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part; :math:`T_{rel}` is the topic's relevant text.

    Notes
    -----
    At most 1 with tolerance 0, where it is the recall of the union; repeated text may
    push it above 1 with a greater tolerance. NaN for a topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 17.
    """

    beyond = "above 1 possible with tolerance > 0"
    needs = frozenset({"highlights"})
    knows_copies = True
    question = "How much of the relevant text do I get (for N characters)?"

    def exceeds(self) -> bool:
        """Repeated text counts again where it is tolerated."""
        return self.tolerance > 0

    def values(self, view: View) -> Values:
        gained = self.gained(self.parts_read(view))
        n_characters = view.assessments.n_characters(self.label())
        return nan_where_zero(ratio(gained, n_characters), n_characters)

    def ceiling(self) -> Callable[[View], Values] | None:
        """Known where text already seen earns nothing."""
        return None if self.tolerance else self._ceiling

    def _ceiling(self, view: View) -> Values:
        from partwise.geometry.inventory import (
            BOUNDED,
            Limit,
            ceiling,
            offered,  # few commands ask for what was possible
        )

        name, limit = self.label(), Limit(self.depth, self.budget, self.unit)
        chunks = offered(view, name, self.unit).parts
        gained = self.gained(self.parts_read(view)).astype(np.int64)
        best = ceiling(chunks, limit, gained)
        if n := int((best.low < best.high).sum()):
            note = Note(BOUNDED, n=n, all=view.n_topics, within=limit.description)
            view.notes.extend([note.of(view.run.name)])
        n_characters = view.assessments.n_characters(name)
        return nan_where_zero(ratio(best.low, n_characters), n_characters)


@register()
class CharF(SetMeasure):
    r"""F of precision and recall of the union of parts.

    .. math:: CharF@k = \frac{(1+\beta^2)\,|ret \cap rel|}{\beta^2\,T_{rel} + |ret|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    NaN for a topic without relevant text.

    References
    ----------
    van Rijsbergen (1979), chapter 7.
    """

    beta: float = param(1.0, above=0, about="Below 1 favours precision.")
    multiset: bool = param(
        False,
        about="Charge every copy: precision divides by the sum of sizes. It is then exactly the F "
        "of CharP and CharR.",
    )
    budget: int | None = BUDGET
    unit: Unit = UNIT

    knows_copies = True
    question = "How well do the parts together balance precision and recall?"

    def values(self, view: View) -> Values:
        both, retrieved, relevant = self.sizes(view)
        square = self.beta**2
        value = ratio((1 + square) * both, square * relevant + retrieved)
        return nan_where_zero(value, relevant)


@register()
class CharIoU(SetMeasure):
    r"""Intersection over union of retrieved and relevant characters.

    .. math:: CharIoU@k = \frac{|ret \cap rel|}{|ret \cup rel|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    For sets it ranks single topics as CharF does: IoU = F / (2 - F); means may differ.
    NaN for a topic without relevant text.

    References
    ----------
    Jaccard (1901); with ``multiset=True`` the IoU of Chroma's chunking_evaluation (2024).
    """

    multiset: bool = param(
        False, about=r"Charge every copy: the denominator is the sum of sizes + \|rel ∖ ret\|."
    )
    budget: int | None = BUDGET
    unit: Unit = UNIT

    knows_copies = True
    question = "How closely does the text shown match the relevant text?"

    def values(self, view: View) -> Values:
        both, retrieved, relevant = self.sizes(view)
        return nan_where_zero(ratio(both, retrieved + relevant - both), relevant)


@register()
class CharOmega(CharacterMeasure):
    r"""Precision of a perfect retrieval of chunks: Chroma's precision omega.

    .. math:: CharOmega = \frac{|U \cap rel|}{|U \cup rel|}

    U is the union of all parts of the inventory, in documents with relevant text, that meet or
    touch it.

    Notes
    -----
    Judges the chunking, not the run: every run has the same value. Needs the inventory; without
    one it is undefined, and a note says so. NaN for a topic without relevant text.

    References
    ----------
    Smith and Troynikov (2024), Evaluating Chunking Strategies for Retrieval (Chroma).
    """

    touch: bool = param(
        True, about="Whether a part that only touches relevant text counts, as the tool has it."
    )

    needs = frozenset({"highlights", "inventory"})
    cutoffs = frozenset()
    question = "How precise could any retrieval of these chunks be?"
    undefined = "no relevant text, or no inventory: use --inventory FILE"

    def values(self, view: View) -> Values:
        n_characters = view.assessments.n_characters(self.label())
        if view.inventory is None:
            return np.full(view.n_topics, np.nan)
        retrieved, both = touched(view, self.label(), touching=self.touch).characters()
        return nan_where_zero(ratio(both, retrieved + n_characters - both), n_characters)


@register()
class CharOverlap(CharacterMeasure):
    r"""Share of the characters shown that had been shown before. Lower is better.

    .. math:: CharOverlap@k = 1 - \frac{|ret|}{\sum_{i \le k} size(p_i)}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    0 for an empty run. Needs no judgements and is always defined.

    References
    ----------
    The share of repeated text in a list; compare the set overlap of INEX (Kazai and
    Lalmas 2006).
    """

    better = "lower"
    needs = frozenset({"lengths of whole documents"})
    family = "union"
    knows_copies = True
    question = "What share of the text shown was shown before?"
    undefined = "never"

    def values(self, view: View) -> Values:
        parts, k = view.parts, self.depth
        retrieved = segment_count(parts.size(self.label(), k), parts.offsets, k)
        return ratio(retrieved - segment_count(parts.fresh, parts.offsets, k), retrieved)


@register()
class CharAP(CharacterMeasure):
    r"""Character average precision: PASSAGE2 of the TREC Genomics track.

    .. math:: CharAP = \frac{1}{T_{rel}} \sum_{c} \frac{hits(c)}{read(c)}

    The characters of the parts are walked in rank order, each part from start to end.
    c runs over the relevant characters met for the first time; each adds 1 to hits and
    to read. A relevant character seen before is skipped; any other adds 1 to read each time.

    Notes
    -----
    ``@k`` walks the first k parts only. Computed in closed form per stretch, never
    character by character. NaN for a topic without relevant text.

    References
    ----------
    Hersh, Cohen, Ruslen and Roberts (2007), TREC 2007 Genomics track overview.
    """

    knows_copies = True
    question = "How soon does a reader of the list meet each relevant character?"

    def values(self, view: View) -> Values:
        n_characters = view.assessments.n_characters(self.label())
        walked = view.parts.walk(self.label(), self.depth)
        return nan_where_zero(ratio(walked, n_characters), n_characters)


@dataclass(frozen=True)
class Curve:
    """One row per part."""

    offsets: Ints
    """Parts of each topic."""
    precision: Reals
    """Character precision down to the part."""
    gained: NDArray[Any]
    """Relevant characters gained down to the part, counted in 1 / `unit`."""
    unit: int
    """Denominator of the tolerance."""
    total: Ints
    """Relevant characters of the part's topic, at least 1."""


def curve(view: View, tolerance: float, name: str, k: int | None) -> Curve:
    """Follow precision and recall down the first `k` parts of each topic."""
    parts = view.parts
    size, seen, total = (
        parts.size(name, k),
        parts.seen(name, k),
        view.assessments.n_characters(name),
    )
    fresh, relevant, offsets = seen.fresh_relevant, seen.relevant, parts.offsets
    if k is not None:
        mask = rank_in_segment(offsets) <= k
        fresh, relevant, size = fresh[mask], relevant[mask], size[mask]
        offsets = offsets_from_lengths(top(offsets, k) - offsets[:-1])
    fresh = running_count(fresh, offsets)
    repeated = running_count(relevant, offsets) - fresh
    gained, unit = weighted(fresh, repeated, Fraction(repr(tolerance)))
    precision = ratio(fresh + tolerance * repeated, running_count(size, offsets))
    return Curve(offsets, precision, gained, unit, np.maximum(total, 1)[owners(offsets)])


INEX_POINTS = 101
"""Recall levels of inex_eval in the focused task."""


@register()
class iP(RecallLevelMeasure, CharacterMeasure):
    r"""Interpolated character precision at a recall level.

    .. math:: iP@x = \max_{k:\ CharR@k \ge x} CharP@k

    0 if the level is never reached.

    Notes
    -----
    Levels and tolerance are decimals and compared exactly. The INEX 2007 focused task
    reported iP@0.01. NaN for a topic without relevant text.

    References
    ----------
    Kamps et al. (2008), INEX 2007 evaluation measures; Ali, Consens and Lalmas, Extended
    Structural Relevance Framework, section 6.2.
    """

    tolerance: float = TOLERANCE
    levels: Levels = LEVELS

    at_rank = "CharP"
    knows_copies = True
    question = "How relevant is the text shown where this share of it is found?"

    def values(self, view: View) -> Values:
        points = curve(view, self.tolerance, self.label(), None)
        recall = points.gained, points.total, points.unit, self.recall_level
        floor = self.levels == "floor"
        reached = reaches_floor(*recall, INEX_POINTS) if floor else reaches(*recall)
        best = segment_max(np.where(reached, points.precision, 0.0), points.offsets)
        return nan_where_zero(best, view.assessments.n_characters(self.label()))


@register(aliases=("MAiP",))
class AiP(CharacterMeasure):
    r"""Average interpolated character precision.

    .. math::

        AiP = \frac{1}{points} \sum_{i=0}^{points-1} iP@\tfrac{i}{points-1}

    Notes
    -----
    ``@k`` keeps only the first k parts. NaN for a topic without relevant text.

    References
    ----------
    Kamps et al. (2008), INEX 2007 evaluation measures (MAiP); Ali, Consens and Lalmas,
    Extended Structural Relevance Framework, section 7.
    """

    tolerance: float = TOLERANCE
    points: int = param(101, low=2, about="Recall levels, evenly spaced from 0 to 1.")
    levels: Levels = LEVELS

    knows_copies = True
    question = "How relevant is the text shown, over all levels of recall?"

    def values(self, view: View) -> Values:
        points = curve(view, self.tolerance, self.label(), self.depth)
        count = floor_levels if self.levels == "floor" else n_levels
        reached = count(points.gained, points.total, points.unit, self.points)
        newly = np.diff(reached, prepend=0)
        head = points.offsets[:-1][np.diff(points.offsets) > 0]
        newly[head] = reached[head]
        # A level is worth the greatest precision from the part that reaches it on.
        best = greatest_from(points.precision, points.offsets)
        total = segment_sum(newly * best, points.offsets)
        return nan_where_zero(total / self.points, view.assessments.n_characters(self.label()))
