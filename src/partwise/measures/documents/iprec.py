"""Interpolated precision."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class IPrec(Measure):
    r"""Interpolated precision at a recall level.

    .. math:: IPrec@x = \max_{k:\ R@k \ge x} P@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly: recall 3/10 reaches 0.3. trec_eval 9 and 10
    turn a level into a count of documents by rounding, in two different ways, so their
    values differ at many levels (up to 29 of 100 topics at level 0.6 in one run). Scores
    are compared as doubles; tools that store them as 32-bit floats may order near-ties
    differently. NaN for a topic without relevant documents.

    References
    ----------
    Manning, Raghavan and Schütze (2008), section 8.4; trec_eval's iprec_at_recall.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({float})
    cutoff_required: ClassVar[bool] = True
    counts: ClassVar[str] = "documents"
    at_rank: ClassVar[str] = "P"
    family: ClassVar[str] = "documents"
    question: ClassVar[str] = "How precise is the ranking where this share of documents is found?"
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        level = self.complete().level or Fraction(0)
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        # Between two hits precision only falls, so the maximum stands at a hit.
        reached = reaches(hits.place, n_relevant[hits.topic], 1, level)
        best = segment_max(np.where(reached, hits.place / hits.rank, 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)
