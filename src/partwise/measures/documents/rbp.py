"""Rank-biased precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import param, register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantDocumentsMeasure


def _below_one(p: float) -> float:
    if p >= 1:
        raise ValueError("a number from 0 to below 1")
    return p


@register()
class RBP(RelevantDocumentsMeasure):
    r"""Rank-biased precision: what a user earns who goes on to the next document with p.

    .. math:: RBP = (1 - p) \sum_{j:\ d_j \text{ relevant}} p^{j-1}

    Notes
    -----
    A document is relevant or not; the rbp of ranx weighs by the grade and has other values. NaN
    for a topic without relevant documents.

    References
    ----------
    Moffat and Zobel (2008).
    """

    p: float = param(
        0.8, low=0, check=_below_one, about="Probability of looking at the next document."
    )
    rel: float | None = REL

    question = "How much does a user earn who may stop after every document?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        total = segment_sum(np.power(self.p, hits.rank - 1.0), hits.offsets)
        return nan_where_zero((1 - self.p) * total, n_relevant)
