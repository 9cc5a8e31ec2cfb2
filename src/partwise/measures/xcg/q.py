"""Q-measure for elements."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.curves import height_at
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class Q(GainMeasure):
    r"""Sakai's Q-measure on the gains of elements.

    .. math:: Q = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{cbg(i)}{xCI[i] + i},
        \qquad cbg(i) = xCG[i] + |\{j \le i: G[j] > 0\}|

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    References
    ----------
    Kazai and Lalmas (2006), equation 11, with the plain cumulated ideal gain of
    their footnotes 12 and 13.
    """

    question = "How much is earned, and how early, at each useful result?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        at = np.flatnonzero(gains.earning)
        rank = gains.rank[at]
        best = height_at(gains.ideal, gains.owner[at], rank)
        return gains.mean_over_finds(gains.bonus_curve[at] / (best + rank), self.depth)
