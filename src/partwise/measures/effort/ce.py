"""Cumulated effort."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.effort._base import EffortMeasure


@register()
class CE(EffortMeasure):
    r"""Cumulated effort of the first k documents. Lower is better.

    .. math:: CE@k = \sum_{j \le k} (ES_j - 1)

    :math:`ES_j` is the effort of the j-th document. Ranks that the run does not fill
    cost as much as a document that is not relevant.

    Notes
    -----
    NaN for a topic without relevant documents.
    """

    cutoff_required = True
    question = "How much effort do the first k documents cost?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = hits.rank <= depth
        cost = np.where(early, self.effort.of_hits(view) - 1, 0.0)
        n_other = depth - segment_count(early, hits.offsets)
        return nan_where_zero(self.total(view, cost, n_other), view.assessments.n_relevant)

    def empty_value(self) -> float:
        """Every rank costs the worst effort."""
        return (self.complete().depth or 1) * (self.effort.worst - 1)
