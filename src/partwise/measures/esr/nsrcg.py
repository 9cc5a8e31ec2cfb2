"""Normalised cumulated gain by structural relevance."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import DesiredGainMeasure


@register()
class NSRCG(DesiredGainMeasure):
    r"""Expected hits over the gain that a user desires for k ranks.

    .. math:: NSRCG@k = \frac{Hits_k}{k \, l \, RecallBase_k / m}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; with l = 1 and m = 2 the list e1, e3, e4 of
    EHits gets 0, 25.2/45.2 = .5575 and 43/64.5 = .6667 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 23 to 25.
    """

    question = "How does the gain from hits compare with what a user desires?"
    near_misses = False
