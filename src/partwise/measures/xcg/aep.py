"""Average effort-precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import EffortMeasure


@register(aliases=("MAep",))
class Aep(EffortMeasure):
    r"""Effort-precision averaged over the results that earn something.

    .. math:: Aep = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{rank(I, \min(xCG[i], T))}{i}

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    question = "How economical is the list, read at each useful result?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        at = np.flatnonzero(gains.earning)
        topic = gains.owner[at]
        height = np.minimum(gains.run.height[at], gains.total[topic])
        ideal = gains.ideal_rank(topic, height, self.interpolation)
        return gains.mean_over_finds(ideal / gains.rank[at], self.depth)
