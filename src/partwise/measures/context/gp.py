"""Generalised precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import sum_by
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.context._base import GainMeasure


@register()
class gP(GainMeasure):
    r"""Generalised precision of the first k documents.

    .. math:: gP@k = \frac{1}{k} \sum_{j \le k} S(d_j)

    Notes
    -----
    Divided by k also when fewer documents were retrieved. NaN for a topic without
    relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 4.
    """

    cutoff_required = True
    question = "How well do the first k documents show their relevant text?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = np.where(hits.rank <= depth, self.gain.of_hits(view), 0.0)
        total = sum_by(hits.topic, early, view.n_topics)
        return nan_where_zero(total / depth, view.assessments.n_relevant)
