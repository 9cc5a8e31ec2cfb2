"""Structural relevance in interpolated precision."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import TextPrecisionMeasure


@register()
class SRiP(TextPrecisionMeasure):
    r"""Expected hits over the characters shown.

    .. math:: SRiP@k = \frac{Hits_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP over the ranks whose SRiR2 is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. At most 1 with ``rel=length``.

    Examples
    --------
    Lengths 100, 30, 20 of e1, e3, e4, the list e1, e3, e4 of EHits: 0, 25.2/130 = .1938 and
    43/150 = .2867 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 18.
    """

    question = "How much of the text shown is relevant and not seen before?"
    near_misses = False
