"""Generalised recall, weighted by text."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.context._base import ContextMeasure


@register()
class gRw(ContextMeasure):
    r"""Generalised recall, each document weighing as much as its relevant text.

    .. math:: gRw@k = \frac{1}{T_{rel}} \sum_{j \le k} |rel(d_j)|

    All relevant text of a document counts, retrieved or not.

    Notes
    -----
    The whole run without a cutoff. Depends on the ranking of documents only. NaN for a
    topic without relevant text.

    References
    ----------
    Pehcevski and Thom (2007), equation 6 (there gR').
    """

    question = "How much of the relevant text lies in the documents reached?"
    undefined = "no relevant text"

    def values(self, view: View) -> Values:
        hits = view.relevant_documents.top(self.depth)
        total = view.assessments.n_characters(self.label())
        size = view.assessments.n_relevant_in(hits.pair, self.label())
        return nan_where_zero(ratio(segment_count(size, hits.offsets), total), total)
