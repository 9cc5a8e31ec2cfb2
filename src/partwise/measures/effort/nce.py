"""Normalised cumulated effort."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.effort._base import EffortMeasure


@register()
class NCE(EffortMeasure):
    r"""Normalised cumulated effort of the first k documents. Lower is better.

    .. math::

        NCE@k = \sum_{j \le k} \left( \frac{ES_j}{IE_j} - 1 \right)

    :math:`ES_j` is the effort of the j-th document, :math:`IE_j` the ideal: 1 for the
    first :math:`N_{rel}` ranks, then the effort of a document that is not relevant,
    which is also what ranks cost that the run does not fill.

    Notes
    -----
    May fall along the list, never below 0. NaN for a topic without relevant documents.
    """

    cutoff_required = True
    question = "How much more effort than necessary do the first k documents cost?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early, extra, ideal = self.against_ideal(view, depth)
        cost = np.where(hits.rank <= depth, extra, 0.0)
        value = self.total(view, cost, ideal - segment_count(early, hits.offsets))
        return nan_where_zero(np.maximum(value, 0.0), view.assessments.n_relevant)
