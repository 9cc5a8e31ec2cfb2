"""Generalised precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.documents import DocumentGain, F
from partwise.kernels.ragged import sum_by
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import Measure, register, slot

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class gP(Measure):
    r"""Generalised precision of the first k documents.

    .. math:: gP@k = \frac{1}{k} \sum_{j \le k} S(d_j)

    Parameters
    ----------
    gain : DocumentGain, default F()
        What a document and its parts earn.

    Notes
    -----
    Divided by k also when fewer documents were retrieved. NaN for a topic without
    relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 4.
    """

    gain: DocumentGain = slot(F)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    cutoff_required: ClassVar[bool] = True
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "in context"
    question: ClassVar[str] = "How well do the first k documents show their relevant text?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = np.where(hits.rank <= depth, self.gain.of_hits(view), 0.0)
        return nan_where_zero(
            sum_by(hits.topic, early, view.n_topics) / depth, view.assessments.n_relevant
        )
