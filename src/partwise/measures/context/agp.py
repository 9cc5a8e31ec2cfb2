"""Average generalised precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.documents import DocumentGain, F
from partwise.kernels.ragged import running_sum, sum_by
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register, slot

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAgP",))
class AgP(Measure):
    r"""Average generalised precision of a ranked list of documents.

    Every document earns a gain S; the running mean of the gains is read at each
    relevant document and averaged over all relevant documents.

    .. math::

        AgP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} gP[j], \qquad
        gP[k] = \frac{1}{k} \sum_{j \le k} S(d_j)

    Parameters
    ----------
    gain : DocumentGain, default F()
        What a document and its parts earn.

    Notes
    -----
    ``@k`` reads the first k documents only; :math:`N_{rel}` stays the topic's own.
    NaN for a topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equations 4 and 7.
    """

    gain: DocumentGain = slot(F)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "in context"
    question: ClassVar[str] = "How well are documents ranked and their relevant text shown?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        precision = running_sum(self.gain.of_hits(view), hits.offsets) / hits.rank
        if self.depth is not None:
            precision = np.where(hits.rank <= self.depth, precision, 0.0)
        total = sum_by(hits.topic, precision, view.n_topics)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)
