"""R-precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class Rprec(RelevantDocumentsMeasure):
    r"""Precision at the rank that equals the number of relevant documents.

    .. math:: Rprec = P@N_{rel}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Harman (1993), the second TREC; trec_eval's Rprec.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "What share of the top R documents is relevant (R = number of relevant documents)?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        early = hits.where(hits.rank <= n_relevant[hits.topic])
        return nan_where_zero(ratio(early.count, n_relevant), n_relevant)
