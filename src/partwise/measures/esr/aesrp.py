"""Average structural relevance in precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import POINTS, REL, HitRateMeasure
from partwise.navigation.expectations import Expected
from partwise.navigation.targets import Rel


@register(aliases=("MAESRP",))
class AESRP(HitRateMeasure):
    r"""Mean of the interpolated ESRP over recall levels.

    .. math:: AESRP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ ESRR@k \ge j/(n-1)} ESRP@k

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Recall is ESRR.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of EHits: ESRP is .5767 at best whatever the recall, so is the mean.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 7.
    """

    points: int = POINTS
    rel: Rel = REL

    question = "How many new hits does a rank bring, averaged over levels of recall?"

    def value_of(self, known: Expected) -> Values:
        precision = self.hits_down_to(known) / known.rank
        recall = known.recall()
        return known.defined(known.mean_interpolated(precision, recall, self.points, self.depth))
