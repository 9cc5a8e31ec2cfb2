"""Average precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.documents._base import DocumentMeasure


@register(aliases=("MAP",))
class AP(DocumentMeasure):
    r"""Average precision of a ranked list of documents.

    .. math:: AP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} P@j

    References
    ----------
    Buckley and Voorhees (2000); trec_eval's map.
    """

    question = "How well are relevant documents ranked, all of them considered?"

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents.top(self.depth), view.assessments.n_relevant
        total = segment_sum(hits.place / hits.rank, hits.offsets)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)
