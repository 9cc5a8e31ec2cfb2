"""Precall: precision at recall points of element retrieval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from partwise._typing import Flags, Ints, Reals, Values
from partwise.gains.quantisations import Quant, chosen_quant, quant_key
from partwise.geometry.view import View
from partwise.kernels.probability import precision_at_recall
from partwise.kernels.ragged import (
    offsets_from_lengths,
    rank_in_segment,
    segment_count,
    segment_sum,
)
from partwise.kernels.ranked import SLACK, Curves, check_level, cumulated, falling
from partwise.language.component import param, register
from partwise.language.fields import Auto
from partwise.measures._kinds import RankedElementsMeasure, quant, quant_in_full

Ties = Literal["expected", "order"]


@dataclass(frozen=True)
class RecallBase:
    """Values of results and of all assessed elements; overlap plays no part."""

    relevance: Curves
    """Cumulated value at each rank; a repeated element counts 0."""
    total: Reals
    """Value of all assessed elements of each topic; NaN where that is 0."""
    new: Flags
    """Results that return an element for the first time."""
    tied: Flags
    """Results that share the rank of the result before them."""

    def top(self, k: int | None) -> RecallBase:
        """Cut the run at `k` results."""
        if k is None:
            return self
        mask = rank_in_segment(self.relevance.offsets) <= k
        offsets = offsets_from_lengths(np.minimum(self.relevance.length, k))
        curves = Curves(self.relevance.height[mask], offsets)
        return RecallBase(curves, self.total, self.new[mask], self.tied[mask])

    def ranks(self, ties: Ties) -> tuple[Curves, Ints]:
        """Relevance found and results seen down to each rank; tied results may be one rank."""
        offsets, place = self.relevance.offsets, rank_in_segment(self.relevance.offsets)
        if ties == "order" or not self.tied.any():
            return self.relevance, place
        last = np.ones(place.size, np.bool_)
        last[:-1] = ~self.tied[1:]
        ranks = offsets_from_lengths(segment_count(last, offsets))
        return Curves(self.relevance.height[last], ranks), place[last]

    def precision(self, level: Reals, collection: int | None, ties: Ties) -> Reals:
        """Find the precision expected at recall levels: one row per topic, NaN where undefined."""
        curves, n_seen = self.ranks(ties)
        defined = np.flatnonzero(self.total > 0)
        n_topics = self.total.size
        n_new = segment_count(self.new, self.relevance.offsets)
        rest = np.maximum(np.nan_to_num(self.total) - self.relevance.total, 0.0)
        irrelevant_rest = np.full(n_topics, np.nan)
        if collection is not None:
            irrelevant_rest = np.maximum(collection - n_new - rest, 0.0)
        segment = np.repeat(defined, level.size)
        out = np.full((n_topics, level.size), np.nan)
        out[defined] = precision_at_recall(
            curves,
            np.tile(level, defined.size) * self.total[segment],
            segment,
            n_seen=n_seen,
            rest=rest,
            irrelevant_rest=irrelevant_rest,
            slack=SLACK * self.total[segment],
        ).reshape(defined.size, level.size)
        return out


def recall_base(view: View, quant: Quant | Auto, owner: str) -> RecallBase:
    """Recall-base of a run; computed once per view and quantisation."""
    elements = view.elements
    elements.assessed.need(owner)
    chosen = chosen_quant(view, quant, owner, on_grades="gen")

    def make() -> RecallBase:
        seen = elements.matches
        value = chosen.values(seen.e, seen.s)
        gain = np.append(value, 0.0)[seen.element_index]
        gain[seen.is_repeated] = 0.0
        total = segment_sum(falling(value, seen.offsets), seen.offsets)
        new = seen.element & ~seen.is_repeated
        curves = cumulated(gain, elements.offsets)
        return RecallBase(
            curves, np.where(total > 0, total, np.nan), new, view.retrieval.shares_rank
        )

    return view.memo(("recall base", quant_key(quant or chosen.name)), make)


def collection(about: str) -> Any:
    """Parameter for the number of elements of the collection."""
    without = "default: none (levels not reached count 0)"
    return param(None, kind=int, low=1, without=without, about=about)


def ties(about: str) -> Any:
    """Parameter for the reading of tied results."""
    return param("expected", choices=get_args(Ties), about=about)


class RecallBaseMeasure(RankedElementsMeasure):
    """A measure of the elements read until a share of all relevance is found."""

    quant: Quant | Auto = quant_in_full("gen")
    collection: int | None = collection(
        "Number of retrievable elements. With it, everything that was not retrieved is one "
        "last rank; without it a level that the run does not reach is worth 0."
    )

    needs = frozenset({"elements"})
    cutoffs = frozenset()

    def recall_base(self, view: View) -> RecallBase:
        """All assessed elements with their values, overlap included."""
        return recall_base(view, self.quant, self.label())


@register(aliases=("GRP",))
class Precall(RecallBaseMeasure):
    r"""Generalised recall-precision: probability that a viewed element is relevant.

    A reader goes down the list until the share :math:`x` of all relevance
    :math:`M` is found, :math:`w = xM`, and stops at rank :math:`l`.

    .. math:: Precall[x] = \frac{w}{w + j + s\,i/(r+1)}

    :math:`j` is the irrelevance (the sum of :math:`1-q`) before rank
    :math:`l`, :math:`s` the relevance still missing before it, :math:`r` and
    :math:`i` relevance and irrelevance at it. Every assessed element belongs to
    the recall-base, so overlap is neither punished nor forgiven.

    Notes
    -----
    NaN for a topic without an element of value above 0. A repeated element
    counts 0 and is irrelevant at its rank. Results share a rank where their
    scores are equal and no column ``rank`` parts them, or where their ranks
    order the run and are equal.
    Needs no structure, except on highlighted spans.

    References
    ----------
    Raghavan, Bollmann and Jung (1989); Kazai and Lalmas (2006), equation 17;
    Piwowarski, Gallinari and Dupret (2007), equation 19.
    """

    ties: Ties = ties(
        "Tied results form one rank, and the value is the "
        "one expected over their orders; or one result a rank, as listed."
    )

    cutoffs = frozenset({float})
    cutoff_required = True
    question = "What share of the elements read up to a recall level is relevant?"

    def check(self) -> None:
        """Raise on recall level 0."""
        check_level(self.label(), self.cutoff)

    def values(self, view: View) -> Values:
        level = np.array([float(self.complete().level or 1)])
        return self.recall_base(view).precision(level, self.collection, self.ties)[:, 0]


@register(aliases=("inex_eval",))
class APrecall(RecallBaseMeasure):
    r"""Expected precision averaged over 100 recall levels: inex_eval.

    .. math:: APrecall = \frac{1}{100} \sum_{p=1}^{100} Precall[p/100]

    With 101 points the level 0 is added, at its limit: 0 if the first rank is
    not relevant, else :math:`(r+1)/(r+1+i)` with the relevance :math:`r` and
    irrelevance :math:`i` of the first rank.

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run at
    k results first, also inside a rank. Needs no structure, except on highlighted spans.

    References
    ----------
    Gövert and Kazai (2003); Kazai and Lalmas (2006), section 6.3.
    """

    quant: Quant | Auto = quant(
        "Value of an element, as in Precall. Default: gen for grades; gen2005 for shares "
        "with e, else spec."
    )
    collection: int | None = collection(
        "Number of retrievable elements; without it a level that the run does not reach is worth 0."
    )
    points: int = param(
        100, choices=(100, 101), about="Levels .01, .02, ..., 1, or the same with 0."
    )
    ties: Ties = ties("Tied results form one rank, or there is one result a rank, as in Precall.")

    cutoffs = frozenset({int})
    question = "What share of the elements read is relevant, averaged over recall levels?"

    def values(self, view: View) -> Values:
        level = np.arange(101 - self.points, 101) / 100
        base = self.recall_base(view).top(self.depth)
        each = base.precision(level, self.collection, self.ties)
        return np.asarray(each.sum(axis=1) / self.points)
