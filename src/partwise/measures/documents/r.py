"""Recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class R(Measure):
    r"""Recall of the first k documents; of the whole run without a cutoff.

    .. math:: R@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's recall.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = "How many of all relevant documents are among the first k?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        n_relevant = view.assessments.n_relevant
        return nan_where_zero(
            ratio(view.relevant_documents.top(self.depth).count, n_relevant), n_relevant
        )
