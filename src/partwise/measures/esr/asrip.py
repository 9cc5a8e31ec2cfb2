"""Average structural relevance in interpolated precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import AverageTextPrecisionMeasure
from partwise.navigation.expectations import Expected


@register(aliases=("MASRiP",))
class ASRiP(AverageTextPrecisionMeasure):
    r"""Mean of the interpolated SRiP over recall levels.

    .. math:: ASRiP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP@k

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Recall is SRiR2 with ``base=total``.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of SRiP reaches recall .86 at rank 3, with .2867: levels 0 to .86 get
    .2867, the rest 0: 87/101 x .2867 = .2469.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 7.
    """

    question = "How much of the text shown is relevant, over all recall levels?"

    def value_of(self, known: Expected) -> Values:
        return self.mean(known, known.hits)
