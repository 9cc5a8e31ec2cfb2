"""Interpolated average effort-precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.measures.xcg._base import EffortMeasure


@register(aliases=("iMAep",))
class iAep(EffortMeasure):
    r"""Effort-precision averaged over equally spaced recall levels.

    .. math:: iAep = \frac{1}{p} \sum_{j=1}^{p} ep[j/p]

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run
    at k results first.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    points: int = param(
        10, low=1, high=10_000, about="Number of levels 1/points, 2/points, ..., 1."
    )

    question = "How economical is the list over all recall levels?"

    def values(self, view: View) -> Values:
        level = np.arange(1, self.points + 1) / self.points
        each = self.gains(view).effort_precision(level, self.interpolation, self.cut)
        return np.asarray(each.sum(axis=1) / self.points)
