"""Average structural relevance in precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.targets import RELS, Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAESRP",))
class AESRP(TreeMeasure):
    r"""Mean of the interpolated ESRP over recall levels.

    .. math:: AESRP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ ESRR@k \ge j/(n-1)} ESRP@k

    Parameters
    ----------
    points : int, default 101
        Recall levels 0, .01, ..., 1; levels that no rank reaches count 0.
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

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

    points: int = param(101, low=2)
    rel: Rel = param("binary", choices=RELS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "[0, infinity) with rel=length or rel=value"
    question: ClassVar[str] = "How many new hits does a rank bring, averaged over levels of recall?"

    def exceeds(self) -> bool:
        """Only binary relevance is at most 1 a tree."""
        return self.rel != "binary"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        found = known.hit_ranks() if self.rel == "binary" else known.hits
        precision = found / known.rank
        recall = known.recall()
        return known.defined(known.mean_interpolated(precision, recall, self.points, self.depth))
