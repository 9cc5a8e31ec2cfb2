"""Interpolated precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches
from partwise.language.component import register
from partwise.measures._kinds import RecallLevelMeasure
from partwise.measures.documents._base import DocumentMeasure


@register()
class IPrec(RecallLevelMeasure, DocumentMeasure):
    r"""Interpolated precision at a recall level.

    .. math:: IPrec@x = \max_{k:\ R@k \ge x} P@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly: recall 3/10 reaches 0.3. trec_eval 9 and 10
    turn a level into a count of documents by rounding, in two different ways, so their
    values differ at many levels (up to 29 of 100 topics at level 0.6 in one run). Scores
    are compared as doubles; tools that store them as 32-bit floats may order near-ties
    differently. NaN for a topic without relevant documents.

    References
    ----------
    Manning, Raghavan and Schütze (2008), section 8.4; trec_eval's iprec_at_recall.
    """

    at_rank = "P"
    question = "How precise is the ranking where this share of documents is found?"

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        # Between two hits precision only falls, so the maximum stands at a hit.
        reached = reaches(hits.place, n_relevant[hits.topic], 1, self.wanted)
        best = segment_max(np.where(reached, hits.place / hits.rank, 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)
