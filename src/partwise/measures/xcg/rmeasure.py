"""R-measure for elements."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class Rmeasure(GainMeasure):
    r"""Sakai's R-measure on the gains of elements.

    .. math:: R = \frac{cbg(n)}{xCI[n] + n},
        \qquad cbg(i) = xCG[i] + |\{j \le i: G[j] > 0\}|

    :math:`n` is the number of ideal elements.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 12 with xCI[n] + n below the line, which
    is what their table II used.
    """

    cutoffs = frozenset()
    question = "How good are the first n results, n being the number of ideal elements?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        n = gains.ideal.length
        return gains.within(gains.bonus_at(n) / (gains.total + n))
