"""Structural relevance in interpolated recall."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import TextRecallMeasure


@register()
class SRiR(TextRecallMeasure):
    r"""Expected hits over all relevance.

    .. math:: SRiR@k = \frac{Hits_k}{T_{rel}}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; the list e1, e3, e4 of EHits gets 0,
    25.2/50 = .504 and 43/50 = .86 at ranks 1, 2, 3; with ``base=expected`` 0, .5575 and 1.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 19.
    """

    question = "What share of the relevant text is returned and not seen before?"
    near_misses = False
