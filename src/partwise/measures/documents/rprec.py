"""R-precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class Rprec(Measure):
    r"""Precision at the rank that equals the number of relevant documents.

    .. math:: Rprec = P@N_{rel}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Harman (1993), the second TREC; trec_eval's Rprec.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = (
        "What share of the top R documents is relevant (R = number of relevant documents)?"
    )
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        early = hits.where(hits.rank <= n_relevant[hits.topic])
        return nan_where_zero(ratio(early.count, n_relevant), n_relevant)
