"""Generalised recall, weighted by text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class gRw(Measure):
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

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "in context"
    question: ClassVar[str] = "How much of the relevant text lies in the documents reached?"
    undefined: ClassVar[str] = "no relevant text"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        hits, total = (
            view.relevant_documents.top(self.depth),
            view.assessments.n_characters(self.label()),
        )
        size = view.assessments.n_relevant_in(hits.pair, self.label())
        return nan_where_zero(ratio(segment_count(size, hits.offsets), total), total)
