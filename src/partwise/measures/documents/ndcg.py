"""Normalised discounted cumulated gain."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Reals, Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import best_discounted, discounted, nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.documents._base import DocumentMeasure

Gain = Literal["auto", "binary", "given", "chars", "density"]


@register()
class nDCG(DocumentMeasure):
    r"""Normalised discounted cumulated gain of a ranked list of documents.

    .. math::

        nDCG = \frac{\sum_j \frac{gain(d_j)}{\log_2(j+1)}}{\text{the same for the best order}}

    Both sums are cut at k; the best order is that of all assessed documents.

    Notes
    -----
    NaN for a topic in which no assessed document has a gain. ``density`` needs the
    lengths of relevant documents, ``given`` needs grades.

    References
    ----------
    Järvelin and Kekäläinen (2002), with the discount log2(rank + 1) of trec_eval's
    ndcg_cut and its linear gains.
    """

    gain: Gain = param(
        "auto",
        choices=("auto", "binary", "given", "chars", "density"),
        about="binary: relevant or not; given: the assessed grade, negative ones as 0; chars: "
        "relevant characters; density: their share of the document. auto is ``given`` where "
        "only documents are graded, as in TREC qrels, else ``binary``.",
    )

    question = "How close is the ranking to the best one, early ranks counting more?"
    undefined = "no assessed document with a gain"

    def values(self, view: View) -> Values:
        gain = self._gains(view)
        found, pairs = view.judged_documents.top(self.depth), view.assessments.judged_documents
        total = segment_sum(discounted(gain[found.pair], found.rank), found.offsets)
        best = best_discounted(gain, pairs.offsets, self.depth)
        return nan_where_zero(ratio(total, best), best)

    def _gains(self, view: View) -> Reals:
        """Gain of each judged pair."""
        judged, gain = view.assessments, self.gain
        if gain == "auto":
            gain = "given" if judged.grades_documents_only else "binary"
        if gain == "given":
            return np.maximum(judged.grade(), 0.0)
        if gain == "binary":
            return judged.relevant.astype(np.float64)
        size = judged.n_relevant_in(np.arange(len(judged.judged_documents)), self.label())
        if gain == "chars":
            return size.astype(np.float64)
        density = np.zeros(size.size)
        relevant = np.flatnonzero(judged.relevant)
        length = judged.need_lengths(relevant, self.label())
        density[relevant] = ratio(size[relevant], length)
        return density
