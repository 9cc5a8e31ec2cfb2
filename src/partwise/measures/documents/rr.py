"""Reciprocal rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MRR",))
class RR(Measure):
    r"""Reciprocal rank of the first relevant document; 0 if none is retrieved.

    .. math:: RR = \frac{1}{\min \{ j : d_j \text{ relevant} \}}

    Notes
    -----
    ``@k`` looks at the first k documents only. NaN for a topic without relevant documents.

    References
    ----------
    Voorhees (1999), the TREC-8 question answering track; trec_eval's recip_rank.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = "How soon does the first relevant document come?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        hits = view.relevant_documents.top(self.depth)
        value = np.zeros(view.n_topics)
        value[hits.topic[hits.lead]] = 1 / hits.rank[hits.lead]
        return nan_where_zero(value, view.assessments.n_relevant)
