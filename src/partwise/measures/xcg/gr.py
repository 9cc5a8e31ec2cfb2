"""Gain-recall at a rank."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.xcg._base import ShareMeasure
from partwise.measures.xcg.cumulated_gain import CumulatedGain


@register()
class gr(ShareMeasure):
    r"""Gain-recall: the share of all there is to earn that k results have earned.

    .. math:: gr[k] = \frac{xCG[k]}{T}, \qquad T = \sum_j I[j]

    :math:`T` is what all ideal elements are worth together.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 14.
    """

    question = "What share of the total achievable gain do the top k elements collect?"

    def share(self, gains: CumulatedGain) -> Values:
        return gains.at(self.depth) / gains.total
