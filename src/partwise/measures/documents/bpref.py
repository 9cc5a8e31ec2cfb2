"""Preference of relevant over non-relevant documents."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import running_count, segment_count, segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


@register()
class Bpref(RelevantDocumentsMeasure):
    r"""How often relevant documents come before those judged not relevant.

    .. math:: Bpref = \frac{1}{R} \sum_{d \text{ relevant, retrieved}}
        \left( 1 - \frac{\min(b_d, R)}{\min(R, N)} \right)

    R documents are relevant and N are judged not relevant; :math:`b_d` of these stand above d.
    A document with none of them above it counts 1.

    Notes
    -----
    Documents that nobody judged, and those with a negative grade, are passed over. NaN for a
    topic without relevant documents.

    References
    ----------
    Buckley and Voorhees (2004), as corrected in trec_eval's bpref.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "Do relevant documents come before judged documents that are not relevant?"

    def values(self, view: View) -> Values:
        judged, seen = view.assessments, view.judged_documents
        relevant, n_relevant = judged.relevant_from(self.rel), judged.n_relevant_from(self.rel)
        refused = ~relevant & (judged.judged_documents.grade >= 0)
        n_refused = segment_count(refused, judged.judged_documents.offsets)
        above = running_count(refused[seen.pair], seen.offsets)
        all_relevant, all_refused = n_relevant[seen.topic], n_refused[seen.topic]
        lost = ratio(np.minimum(above, all_relevant), np.minimum(all_relevant, all_refused))
        share = np.where(relevant[seen.pair], 1 - lost, 0.0)
        return nan_where_zero(ratio(segment_sum(share, seen.offsets), n_relevant), n_relevant)
