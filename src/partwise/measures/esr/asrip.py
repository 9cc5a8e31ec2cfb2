"""Average structural relevance in interpolated precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.expectations import ratio
from partwise.navigation.targets import Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MASRiP",))
class ASRiP(TreeMeasure):
    r"""Mean of the interpolated SRiP over recall levels.

    .. math:: ASRiP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP@k

    Parameters
    ----------
    points : int, default 101
        Recall levels 0, .01, ..., 1; levels that no rank reaches count 0.
    rel : {'length', 'binary', 'value'}, default length
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

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

    points: int = param(101, low=2)
    rel: Rel = param("length", choices=("length", "binary", "value"))

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    question: ClassVar[str] = "How much of the text shown is relevant, over all recall levels?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        precision = ratio(known.hits, known.shown("ASRiP"))
        recall = ratio(known.found, known.total[known.known.scene.topic])
        return known.defined(known.mean_interpolated(precision, recall, self.points, self.depth))
