"""Average structural relevance in interpolated precision, near misses included."""

from __future__ import annotations

from partwise.language.component import register
from partwise.measures.esr._base import AverageTextPrecisionMeasure


@register(aliases=("MASRiP2",))
class ASRiP2(AverageTextPrecisionMeasure):
    r"""Mean of the interpolated SRiP2 over recall levels.

    .. math:: ASRiP2 = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP2@k

    Examples
    --------
    The list e1, e2, e6 of SRiP2 has recall .14 at rank 1 and .1873 from rank 2: levels 0 to .14
    get .07, those to .18 .0468, the rest 0: (15 x .07 + 4 x .0468)/101 = .0123.
    """

    question = "How much relevance is reached per character, over all recall levels?"
    near_misses = True
