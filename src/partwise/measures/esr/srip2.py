"""Structural relevance in interpolated precision, near misses included."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import TextPrecisionMeasure


@register()
class SRiP2(TextPrecisionMeasure):
    r"""Expected hits and near misses over the characters shown.

    .. math:: SRiP2@k = \frac{Hits_k + NearMisses_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP2 over the ranks whose SRiR2 is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. Can exceed 1.

    Examples
    --------
    Lengths 100, 100, 20 of e1, e2, e6; steps e1 to e3 .16, to e4 .11, e2 to e4 .133: the list
    e1, e2, e6 gets 7/100 = .07, 9.367/200 = .0468 and 9.367/220 = .0426 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 30.
    """

    question = "How much relevance is returned or reached per character shown?"
    near_misses = True
