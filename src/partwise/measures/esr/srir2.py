"""Structural relevance in interpolated recall, near misses included."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import TextRecallMeasure


@register()
class SRiR2(TextRecallMeasure):
    r"""Expected hits and near misses over all relevance.

    .. math:: SRiR2@k = \frac{Hits_k + NearMisses_k}{T_{rel}}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; the list e1, e3, e4 of EHits gets 7/50 = .14,
    27.4/50 = .548 and 43/50 = .86 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 31.
    """

    question = "What share of the relevant text is returned or reached?"
    near_misses = True
