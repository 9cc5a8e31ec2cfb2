"""Interpolated generalised precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches, reaches_floor
from partwise.language.component import register
from partwise.measures._kinds import LEVELS, Levels, RecallLevelMeasure
from partwise.measures.context._base import GainMeasure

INEX_POINTS = 11
"""Recall levels of inex_eval in the in-context tasks."""


@register()
class igP(RecallLevelMeasure, GainMeasure):
    r"""Interpolated generalised precision at a level of generalised recall.

    .. math:: igP@x = \max_{k:\ gR@k \ge x} gP@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly. The published curve uses the levels 0.0,
    0.1, ..., 1.0. NaN for a topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), section 3.
    """

    levels: Levels = LEVELS

    at_rank = "gP"
    question = (
        "How well is relevant text shown where this share of the relevant documents is reached?"
    )

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        # Between two relevant documents gP only falls, so the maximum stands at one of them.
        recall = hits.nth, n_relevant[hits.topic], 1, self.wanted
        floor = self.levels == "floor"
        reached = reaches_floor(*recall, INEX_POINTS) if floor else reaches(*recall)
        best = segment_max(np.where(reached, self.precision(view), 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)
