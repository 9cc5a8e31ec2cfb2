"""Average precision of passages."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Ints, Values
from partwise.geometry.gold_passages import Meetings, gold_passages
from partwise.geometry.view import View
from partwise.kernels.first_cover import first_cover
from partwise.kernels.ragged import running_count, segment_count, segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.passages._base import PassageMeasure


@register()
class PassageAP(PassageMeasure):
    r"""Average precision of passages: PASSAGE of the TREC Genomics track.

    .. math::

        PassageAP = \frac{\sum_{i:\ r_i > 0} C_i}{|\{i: r_i > 0\}| + missed}, \qquad
        C_i = \frac{r_1 + \dots + r_i}{l_1 + \dots + l_i}

    :math:`r_i` counts the characters that the part at rank i, of length :math:`l_i`, shares with
    gold; *missed* counts the gold passages that no such part was credited for.
    """

    repeats: Literal["count", "free"] = param(
        "count",
        choices=("count", "free"),
        about="Whether characters that an earlier part showed are credited again, as the "
        "track's program does, or not.",
    )

    question = "How relevant is the text read down to each passage that meets gold?"

    def values(self, view: View) -> Values:
        parts, name = view.parts, self.label()
        size = parts.size(name)
        known, part, gold = self.met(view)
        shared = self._shared(view, known, part, gold)
        credit = running_count(shared, parts.offsets)
        precision = ratio(credit, running_count(size, parts.offsets))
        counts = shared > 0
        total = segment_sum(np.where(counts, precision, 0.0), parts.offsets)
        gold_of = gold_passages(view, name)
        credited = np.zeros(gold_of.row.size, np.bool_)
        credited[gold[counts[part]]] = True
        missed = np.bincount(gold_of.topic[~credited], minlength=view.n_topics)
        divisor = segment_count(counts, parts.offsets) + missed
        return nan_where_zero(ratio(total, divisor), gold_of.count)

    def _shared(self, view: View, known: Meetings, part: Ints, gold: Ints) -> Ints:
        """Characters that each part shares with the gold that counts."""
        parts, name = view.parts, self.label()
        if self.gold == "all":
            seen = parts.seen(name)
            return seen.relevant if self.repeats == "count" else seen.fresh_relevant
        passages = gold_passages(view, name)
        low, high = known.start.copy(), known.start.copy()
        low[part] = np.maximum(known.start[part], (passages.start + known.base)[gold])
        high[part] = np.minimum(known.end[part], (passages.end + known.base)[gold])
        if self.repeats == "count":
            return high - low
        # each part's share before the part itself: what is new in it comes before what it covers
        rows = np.flatnonzero(known.judged)
        start = np.stack((low[rows], known.start[rows]), axis=1).reshape(-1)
        end = np.stack((high[rows], known.end[rows]), axis=1).reshape(-1)
        cover = first_cover(start, end)
        fresh = np.zeros(len(parts), np.int64)
        fresh[rows] = cover.first_seen(cover.border)[::2]
        return fresh
