"""Cumulated effort."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.efforts import LE, Effort
from partwise.kernels.ragged import segment_count, segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import Better, Measure, register, slot

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class CE(Measure):
    r"""Cumulated effort of the first k documents. Lower is better.

    .. math:: CE@k = \sum_{j \le k} (ES_j - 1)

    :math:`ES_j` is the effort of the j-th document. Ranks that the run does not fill
    cost as much as a document that is not relevant.

    Parameters
    ----------
    effort : Effort, default LE()
        What it costs to reach relevant text in a document.

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.2.
    """

    effort: Effort = slot(LE)

    better: ClassVar[Better] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    cutoff_required: ClassVar[bool] = True
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "effort"
    question: ClassVar[str] = "How much effort do the first k documents cost?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        depth = self.complete().depth or 1
        hits, worst = view.relevant_documents, self.effort.worst
        early = hits.rank <= depth
        cost = np.where(early, self.effort.of_hits(view) - 1, 0.0)
        n_other = depth - segment_count(early, hits.offsets)
        value = segment_sum(cost, hits.offsets) + n_other * (worst - 1)
        return nan_where_zero(value, view.assessments.n_relevant)

    def empty_value(self) -> float:
        """Every rank costs the worst effort."""
        return (self.complete().depth or 1) * (self.effort.worst - 1)
