"""Generalised recall."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.context._base import ContextMeasure


@register()
class gR(ContextMeasure):
    r"""Generalised recall: relevant documents found among the first k.

    .. math:: gR@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    The whole run without a cutoff. Depends on the ranking of documents only. NaN for a
    topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 5.
    """

    needs = frozenset({"documents"})
    question = "What share of the relevant documents does the list reach?"

    def values(self, view: View) -> Values:
        found, n_relevant = view.relevant_documents.top(self.depth), view.assessments.n_relevant
        return nan_where_zero(ratio(found.count, n_relevant), n_relevant)
