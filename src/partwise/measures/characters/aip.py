"""Average interpolated character precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import greatest_from, segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import floor_levels, n_levels
from partwise.language.component import param, register
from partwise.measures._kinds import LEVELS, Levels
from partwise.measures.characters._base import TOLERANCE, CharacterMeasure
from partwise.measures.characters.curve import curve


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
        at = curve(view, self.tolerance, self.label(), self.depth)
        count = floor_levels if self.levels == "floor" else n_levels
        reached = count(at.gained, at.total, at.unit, self.points)
        newly = np.diff(reached, prepend=0)
        head = at.offsets[:-1][np.diff(at.offsets) > 0]
        newly[head] = reached[head]
        # A level is worth the greatest precision from the part that reaches it on.
        best = greatest_from(at.precision, at.offsets)
        total = segment_sum(newly * best, at.offsets)
        return nan_where_zero(total / self.points, view.assessments.n_characters(self.label()))
