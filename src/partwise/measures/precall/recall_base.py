"""Relevance found down a ranking, against the full recall-base of all assessed elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.gains.quantisations import Quant, chosen_quant, quant_key
from partwise.kernels.curves import SLACK, Curves, cumulated, falling
from partwise.kernels.probability.recall import precision_at_recall
from partwise.kernels.ragged import (
    offsets_from_lengths,
    rank_in_segment,
    segment_count,
    segment_sum,
)
from partwise.language.fields import Auto

if TYPE_CHECKING:
    from partwise.geometry.view import View

Ties = Literal["expected", "order"]


@dataclass(frozen=True)
class RecallBase:
    """Values of results and of all assessed elements; overlap plays no part."""

    found: Curves
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
        kept = rank_in_segment(self.found.offsets) <= k
        offsets = offsets_from_lengths(np.minimum(self.found.length, k))
        found = Curves(self.found.height[kept], offsets)
        return RecallBase(found, self.total, self.new[kept], self.tied[kept])

    def ranks(self, ties: Ties) -> tuple[Curves, Ints]:
        """Relevance found and results seen down to each rank; tied results may be one rank."""
        offsets, place = self.found.offsets, rank_in_segment(self.found.offsets)
        if ties == "order" or not self.tied.any():
            return self.found, place
        last = np.ones(place.size, np.bool_)
        last[:-1] = ~self.tied[1:]
        ranks = offsets_from_lengths(segment_count(last, offsets))
        return Curves(self.found.height[last], ranks), place[last]

    def precision(self, level: Reals, collection: int | None, ties: Ties) -> Reals:
        """Find the precision expected at recall levels: one row per topic, NaN where undefined."""
        found, n_seen = self.ranks(ties)
        defined = np.flatnonzero(self.total > 0)
        n_topics = self.total.size
        n_new = segment_count(self.new, self.found.offsets)
        rest = np.maximum(np.nan_to_num(self.total) - self.found.total, 0.0)
        irrelevant_rest = np.full(n_topics, np.nan)
        if collection is not None:
            irrelevant_rest = np.maximum(collection - n_new - rest, 0.0)
        segment = np.repeat(defined, level.size)
        out = np.full((n_topics, level.size), np.nan)
        out[defined] = precision_at_recall(
            found,
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
    known = view.elements
    known.assessed.need(owner)
    chosen = chosen_quant(view, quant, owner, on_grades="gen")

    def make() -> RecallBase:
        seen = known.found
        value = chosen.values(seen.e, seen.s)
        gain = np.append(value, 0.0)[seen.at]
        gain[seen.again] = 0.0
        total = segment_sum(falling(value, seen.offsets), seen.offsets)
        new = seen.element & ~seen.again
        curves = cumulated(gain, known.offsets)
        return RecallBase(
            curves, np.where(total > 0, total, np.nan), new, view.retrieval.shares_rank
        )

    return view.memo(("recall base", quant_key(quant or chosen.name)), make)
