"""Q-measure for elements."""

from __future__ import annotations

from partwise._typing import Ints, Reals
from partwise.kernels.curves import height_at
from partwise.language.component import register
from partwise.measures.xcg._base import FindsMeasure
from partwise.measures.xcg.cumulated_gain import CumulatedGain


@register()
class Q(FindsMeasure):
    r"""Sakai's Q-measure on the gains of elements.

    .. math:: Q = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{cbg(i)}{xCI[i] + i},
        \qquad cbg(i) = xCG[i] + |\{j \le i: G[j] > 0\}|

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

    References
    ----------
    Kazai and Lalmas (2006), equation 11, with the plain cumulated ideal gain of
    their footnotes 12 and 13.
    """

    question = "How much is earned, and how early, at each useful result?"

    def at_finds(self, gains: CumulatedGain, at: Ints) -> Reals:
        rank = gains.rank[at]
        best = height_at(gains.ideal, gains.owner[at], rank)
        return gains.bonus_curve[at] / (best + rank)
