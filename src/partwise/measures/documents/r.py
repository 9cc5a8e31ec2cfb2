"""Recall."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class R(RelevantDocumentsMeasure):
    r"""Recall of the first k documents; of the whole run without a cutoff.

    .. math:: R@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's recall.
    """

    rel: float | None = REL

    question = "How many of all relevant documents are among the first k?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        return nan_where_zero(ratio(hits.top(self.depth).count, n_relevant), n_relevant)
