"""Average precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register(aliases=("MAP",))
class AP(RelevantDocumentsMeasure):
    r"""Average precision of a ranked list of documents.

    .. math:: AP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} P@j

    References
    ----------
    Buckley and Voorhees (2000); trec_eval's map.
    """

    rel: float | None = REL

    question = "How well are relevant documents ranked, all of them considered?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        total = segment_sum(hits.nth / hits.rank, hits.offsets)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)
