"""Average precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAP",))
class AP(Measure):
    r"""Average precision of a ranked list of documents.

    .. math:: AP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} P@j

    Notes
    -----
    ``@k`` reads the first k documents only; :math:`N_{rel}` stays the topic's own.
    NaN for a topic without relevant documents.

    References
    ----------
    Buckley and Voorhees (2000); trec_eval's map.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = "How well are relevant documents ranked, all of them considered?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        hits, n_relevant = view.relevant_documents.top(self.depth), view.assessments.n_relevant
        total = segment_sum(hits.place / hits.rank, hits.offsets)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)
