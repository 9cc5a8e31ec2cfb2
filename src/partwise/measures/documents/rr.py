"""Reciprocal rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register(aliases=("MRR",))
class RR(RelevantDocumentsMeasure):
    r"""Reciprocal rank of the first relevant document; 0 if none is retrieved.

    .. math:: RR = \frac{1}{\min \{ j : d_j \text{ relevant} \}}

    Notes
    -----
    ``@k`` looks at the first k documents only. NaN for a topic without relevant documents.

    References
    ----------
    Voorhees (1999), the TREC-8 question answering track; trec_eval's recip_rank.
    """

    rel: float | None = REL

    question = "How soon does the first relevant document come?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        value = np.zeros(view.n_topics)
        value[hits.topic[hits.lead]] = 1 / hits.rank[hits.lead]
        return nan_where_zero(value, n_relevant)
