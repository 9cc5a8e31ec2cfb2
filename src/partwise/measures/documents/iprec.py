"""Interpolated precision."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches, rounded_count
from partwise.language.component import param, register
from partwise.measures._kinds import REL, RecallLevelMeasure
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class IPrec(RecallLevelMeasure, RelevantDocumentsMeasure):
    r"""Interpolated precision at a recall level.

    .. math:: IPrec@x = \max_{k:\ R@k \ge x} P@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly: recall 3/10 reaches 0.3. trec_eval 9 and 10
    turn a level into a count of documents by rounding, in two different ways, so their
    values differ at many levels (up to 29 of 100 topics at level 0.6 in one run); ``levels``
    gives theirs. Scores
    are compared as doubles; tools that store them as 32-bit floats may order near-ties
    differently. NaN for a topic without relevant documents.

    References
    ----------
    Manning, Raghavan and Schütze (2008), section 8.4; trec_eval's iprec_at_recall.
    """

    rel: float | None = REL
    levels: Literal["exact", "trec_eval9", "trec_eval10"] = param(
        "exact",
        choices=("exact", "trec_eval9", "trec_eval10"),
        about="How recall reaches a level: compared exactly, or by the count of documents that a "
        "version of trec_eval computes.",
    )

    at_rank = "P"
    question = "How precise is the ranking where this share of documents is found?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        # Between two hits precision only falls, so the maximum stands at a hit.
        if self.levels == "exact":
            reached = reaches(hits.nth, n_relevant[hits.topic], 1, self.wanted)
        else:
            needed = rounded_count(self.wanted, n_relevant, self.levels)
            reached = hits.nth >= needed[hits.topic]
        best = segment_max(np.where(reached, hits.nth / hits.rank, 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)
