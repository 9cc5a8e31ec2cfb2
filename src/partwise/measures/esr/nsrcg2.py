"""Normalised cumulated gain by structural relevance, near misses included."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import DesiredGainMeasure


@register()
class NSRCG2(DesiredGainMeasure):
    r"""Expected hits and near misses over the gain that a user desires for k ranks.

    .. math:: NSRCG2@k = \frac{Hits_k + NearMisses_k}{k \, l \, RecallBase_k / m}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; with l = 1 and m = 2 the list e1, e3, e4 of
    EHits gets 7/25 = .28, 27.4/45.2 = .6062 and .6667 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 32, all at k.
    """

    question = "How does all gain, near misses too, compare with what a user desires?"
    near_misses = True
