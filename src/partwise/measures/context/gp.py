"""Generalised precision."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import sum_by
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.context._base import GainMeasure


@register()
class gP(GainMeasure):
    r"""Generalised precision of the first k documents.

    .. math:: gP@k = \frac{1}{k} \sum_{j \le k} S(d_j)

    Notes
    -----
    Divided by k also when fewer documents were retrieved, unless ``short=last``. NaN for a
    topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 4.
    """

    short: Literal["divide", "last"] = param(
        "divide",
        choices=("divide", "last"),
        about="A list shorter than k: divide by k, or take the value at its last rank, as "
        "inex_eval does.",
    )

    cutoff_required = True
    question = "How well do the first k documents show their relevant text?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = np.where(hits.rank <= depth, self.gain.of_hits(view), 0.0)
        total = sum_by(hits.topic, early, view.n_topics)
        ranks = np.full(view.n_topics, depth)
        if self.short == "last":
            ranks = np.minimum(ranks, np.diff(view.documents.offsets))
        return nan_where_zero(ratio(total, ranks), view.assessments.n_relevant)
