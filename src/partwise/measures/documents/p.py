"""Precision."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.documents._base import DocumentMeasure


@register()
class P(DocumentMeasure):
    r"""Precision of the first k documents.

    .. math:: P@k = \frac{\text{relevant documents among the first } k}{k}

    Notes
    -----
    Divided by k also when fewer documents were retrieved. NaN for a topic
    without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's P.
    """

    cutoff_required = True
    question = "How many of the first k documents are relevant?"

    def values(self, view: View) -> Values:
        k = self.complete().depth or 1
        return nan_where_zero(view.relevant_documents.top(k).count / k, view.assessments.n_relevant)
