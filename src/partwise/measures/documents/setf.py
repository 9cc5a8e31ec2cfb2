"""Harmonic mean of precision and recall."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class SetF(RelevantDocumentsMeasure):
    r"""Harmonic mean of precision and recall of a set of documents.

    .. math:: F_\beta = \frac{(1 + \beta^2)\, P \cdot R}{\beta^2 P + R}

    Of the first k documents, or of all that were retrieved without a cutoff.

    Notes
    -----
    ``P@k`` is divided by k also when fewer documents were retrieved. 0 where nothing relevant
    was retrieved, NaN for a topic without relevant documents.

    References
    ----------
    van Rijsbergen (1979), chapter 7; trec_eval's set_F, whose parameter is
    :math:`\beta^2`.
    """

    beta: float = param(1.0, above=0, about="Weight of recall against precision.")
    rel: float | None = REL

    question = "How well do precision and recall of documents balance?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        read = view.n_documents if self.depth is None else self.depth
        weight = self.beta**2
        # relevant documents among those read: P of `read`, R of `n_relevant`
        found = (1 + weight) * hits.top(self.depth).count
        return nan_where_zero(ratio(found, weight * n_relevant + read), n_relevant)
