"""Normalised cumulated effort."""

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
class NCE(Measure):
    r"""Normalised cumulated effort of the first k documents. Lower is better.

    .. math::

        NCE@k = \sum_{j \le k} \left( \frac{ES_j}{IE_j} - 1 \right)

    :math:`ES_j` is the effort of the j-th document, :math:`IE_j` the ideal: 1 for the
    first :math:`N_{rel}` ranks, then the effort of a document that is not relevant,
    which is also what ranks cost that the run does not fill.

    Parameters
    ----------
    effort : Effort, default LE()
        What it costs to reach relevant text in a document.

    Notes
    -----
    May fall along the list, never below 0. NaN for a topic without relevant documents.

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
    question: ClassVar[str] = "How much more effort than necessary do the first k documents cost?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        depth = self.complete().depth or 1
        hits, n_relevant, worst = (
            view.relevant_documents,
            view.assessments.n_relevant,
            self.effort.worst,
        )
        effort, ideal = self.effort.of_hits(view), np.minimum(depth, n_relevant)
        early = hits.rank <= ideal[hits.topic]
        late = ~early & (hits.rank <= depth)
        cost = np.where(early, effort - 1, np.where(late, effort / worst - 1, 0.0))
        n_other = ideal - segment_count(early, hits.offsets)
        value = segment_sum(cost, hits.offsets) + n_other * (worst - 1)
        return nan_where_zero(np.maximum(value, 0.0), n_relevant)
