"""Normalised cumulated gain at a rank."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.xcg._base import ShareMeasure
from partwise.measures.xcg.cumulated_gain import CumulatedGain


@register()
class nxCG(ShareMeasure):
    r"""Normalised cumulated gain: the first k results against the best k.

    .. math:: nxCG[k] = \frac{xCG[k]}{xCI[k]}

    :math:`xCG` is the cumulated gain of the run, :math:`xCI` that of the ideal
    elements in decreasing order of value.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Past the ideal's end xCI stays at its total. Up to 1 with ``norm=bounded``;
    the other norms can give more.

    References
    ----------
    Kazai and Lalmas (2006), equation 5.
    """

    question = "What share of the best possible gain of k elements do the top k collect?"

    def share(self, gains: CumulatedGain) -> Values:
        return gains.at(self.depth) / gains.ideal_at(self.depth)
