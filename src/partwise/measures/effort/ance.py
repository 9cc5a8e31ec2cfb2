"""Average normalised cumulated effort."""

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

DEPTH = 600
"""Cutoff when none is given."""


@register(aliases=("MANCE",))
class ANCE(Measure):
    r"""Average normalised cumulated effort. Lower is better.

    .. math:: ANCE@k = \frac{1}{k} \sum_{i \le k} NCE@i

    The cutoff is 600 when none is given.

    Parameters
    ----------
    effort : Effort, default LE()
        What it costs to reach relevant text in a document.

    Notes
    -----
    Ranks that the run does not fill cost as much as documents that are not relevant.
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
    counts: ClassVar[str] = "documents"
    family: ClassVar[str] = "effort"
    question: ClassVar[str] = "How much more effort than necessary does the list cost on average?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        depth = self.depth or DEPTH
        hits, n_relevant, worst = (
            view.relevant_documents,
            view.assessments.n_relevant,
            self.effort.worst,
        )
        effort, ideal = self.effort.of_hits(view), np.minimum(depth, n_relevant)
        early = hits.rank <= ideal[hits.topic]
        # What rank j costs is part of NCE@j, ..., NCE@k: it counts k - j + 1 times.
        times = np.maximum(depth + 1 - hits.rank, 0)
        cost = times * np.where(early, effort - 1, effort / worst - 1)
        other = ideal * (2 * depth + 1 - ideal) // 2
        other -= segment_count(np.where(early, times, 0), hits.offsets)
        value = (segment_sum(cost, hits.offsets) + other * (worst - 1)) / depth
        return nan_where_zero(np.maximum(value, 0.0), n_relevant)
