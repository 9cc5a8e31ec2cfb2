"""Average effort-precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.language.component import register
from partwise.measures.xcg._base import EffortMeasure, FindsMeasure
from partwise.measures.xcg.cumulated_gain import CumulatedGain


@register(aliases=("MAep",))
class Aep(EffortMeasure, FindsMeasure):
    r"""Effort-precision averaged over the results that earn something.

    .. math:: Aep = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{rank(I, \min(xCG[i], T))}{i}

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    question = "How economical is the list, read at each useful result?"

    def at_finds(self, gains: CumulatedGain, at: Ints) -> Reals:
        topic = gains.owner[at]
        height = np.minimum(gains.run.height[at], gains.total[topic])
        ideal = gains.ideal_rank(topic, height, self.interpolation)
        return ideal / gains.rank[at]
