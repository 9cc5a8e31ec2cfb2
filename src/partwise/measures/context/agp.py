"""Average generalised precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import sum_by
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.context._base import GainMeasure


@register(aliases=("MAgP",))
class AgP(GainMeasure):
    r"""Average generalised precision of a ranked list of documents.

    Every document earns a gain S; the running mean of the gains is read at each
    relevant document and averaged over all relevant documents.

    .. math::

        AgP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} gP[j], \qquad
        gP[k] = \frac{1}{k} \sum_{j \le k} S(d_j)

    References
    ----------
    Pehcevski and Thom (2007), equations 4 and 7.
    """

    question = "How well are documents ranked and their relevant text shown?"

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        precision = self.precision(view)
        if self.depth is not None:
            precision = np.where(hits.rank <= self.depth, precision, 0.0)
        total = sum_by(hits.topic, precision, view.n_topics)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)
