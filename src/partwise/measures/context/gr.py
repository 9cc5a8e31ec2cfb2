"""Generalised recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class gR(Measure):
    r"""Generalised recall: relevant documents found among the first k.

    .. math:: gR@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    The whole run without a cutoff. Depends on the ranking of documents only. NaN for a
    topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 5.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "in context"
    question: ClassVar[str] = "What share of the relevant documents does the list reach?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        n_relevant = view.assessments.n_relevant
        return nan_where_zero(
            ratio(view.relevant_documents.top(self.depth).count, n_relevant), n_relevant
        )
