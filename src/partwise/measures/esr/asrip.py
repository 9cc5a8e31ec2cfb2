"""Average structural relevance in interpolated precision."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import AverageTextPrecisionMeasure


@register(aliases=("MASRiP",))
class ASRiP(AverageTextPrecisionMeasure):
    r"""Mean of the interpolated SRiP over recall levels.

    .. math:: ASRiP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP@k

    Examples
    --------
    The list e1, e3, e4 of SRiP reaches recall .86 at rank 3, with .2867: levels 0 to .86 get
    .2867, the rest 0: 87/101 x .2867 = .2469.
    """

    question = "How much of the text shown is relevant, over all recall levels?"
    near_misses = False
