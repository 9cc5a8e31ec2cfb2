"""Normalised cumulated gain at a rank."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class nxCG(GainMeasure):
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

    cutoff_required = True
    question = "What share of the best possible gain of k elements do the top k collect?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(gains.at(self.depth) / gains.ideal_at(self.depth))
