"""Precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class P(RelevantDocumentsMeasure):
    r"""Precision of the first k documents; of the whole run without a cutoff.

    .. math:: P@k = \frac{\text{relevant documents among the first } k}{k}

    Notes
    -----
    Divided by k also when fewer documents were retrieved; without a cutoff by the number
    of documents retrieved, and 0 for an empty run. NaN for a topic without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's P and set_P.
    """

    rel: float | None = REL

    question = "How many of the first k documents are relevant?"

    def values(self, view: View) -> Values:
        k, (hits, n_relevant) = self.depth, self.relevant(view)
        read = view.n_documents if k is None else np.full(view.n_topics, k)
        return nan_where_zero(ratio(hits.top(k).count, read), n_relevant)
