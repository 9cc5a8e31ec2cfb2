"""Precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class P(Measure):
    r"""Precision of the first k documents.

    .. math:: P@k = \frac{\text{relevant documents among the first } k}{k}

    Notes
    -----
    Divided by k also when fewer documents were retrieved. NaN for a topic
    without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's P.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    cutoff_required: ClassVar[bool] = True
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = "How many of the first k documents are relevant?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        k = self.complete().depth or 1
        return nan_where_zero(view.relevant_documents.top(k).count / k, view.assessments.n_relevant)
