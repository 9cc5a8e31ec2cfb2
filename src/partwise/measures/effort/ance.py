"""Average normalised cumulated effort."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.effort._base import EffortMeasure

DEPTH = 600
"""Cutoff when none is given."""


@register(aliases=("MANCE",))
class ANCE(EffortMeasure):
    r"""Average normalised cumulated effort. Lower is better.

    .. math:: ANCE@k = \frac{1}{k} \sum_{i \le k} NCE@i

    The cutoff is 600 when none is given.

    Notes
    -----
    Ranks that the run does not fill cost as much as documents that are not relevant.
    NaN for a topic without relevant documents.
    """

    question = "How much more effort than necessary does the list cost on average?"

    def values(self, view: View) -> Values:
        depth, hits = self.depth or DEPTH, view.relevant_documents
        early, extra, ideal = self.against_ideal(view, depth)
        # What rank j costs is part of NCE@j, ..., NCE@k: it counts k - j + 1 times.
        times = np.maximum(depth + 1 - hits.rank, 0)
        other = ideal * (2 * depth + 1 - ideal) // 2
        other -= segment_count(np.where(early, times, 0), hits.offsets)
        value = self.total(view, times * extra, other) / depth
        return nan_where_zero(np.maximum(value, 0.0), view.assessments.n_relevant)
