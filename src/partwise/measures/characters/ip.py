"""Interpolated character precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches, reaches_floor
from partwise.language.component import register
from partwise.measures._kinds import LEVELS, Levels, RecallLevelMeasure
from partwise.measures.characters._base import TOLERANCE, CharacterMeasure
from partwise.measures.characters.curve import curve

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
        at = curve(view, self.tolerance, self.label(), None)
        recall = at.gained, at.total, at.unit, self.wanted
        floor = self.levels == "floor"
        reached = reaches_floor(*recall, INEX_POINTS) if floor else reaches(*recall)
        best = segment_max(np.where(reached, at.precision, 0.0), at.offsets)
        return nan_where_zero(best, view.assessments.n_characters(self.label()))
