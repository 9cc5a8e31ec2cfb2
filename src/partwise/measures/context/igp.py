"""Interpolated generalised precision."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.documents import DocumentGain, F
from partwise.kernels.ragged import running_sum, segment_max
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import reaches
from partwise.language.component import Measure, register, slot

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class igP(Measure):
    r"""Interpolated generalised precision at a level of generalised recall.

    .. math:: igP@x = \max_{k:\ gR@k \ge x} gP@k

    0 if the level is never reached.

    Parameters
    ----------
    gain : DocumentGain, default F()
        What a document and its parts earn.

    Notes
    -----
    Levels are decimals and compared exactly. The published curve uses the levels 0.0,
    0.1, ..., 1.0. NaN for a topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), section 3.
    """

    gain: DocumentGain = slot(F)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({float})
    cutoff_required: ClassVar[bool] = True
    counts: ClassVar[str] = "documents"
    at_rank: ClassVar[str] = "gP"
    family: ClassVar[str] = "in context"
    question: ClassVar[str] = (
        "How well is relevant text shown where this share of the relevant documents is reached?"
    )
    undefined: ClassVar[str] = "no relevant document"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        level = self.complete().level or Fraction(0)
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        # Between two relevant documents gP only falls, so the maximum stands at one of them.
        precision = running_sum(self.gain.of_hits(view), hits.offsets) / hits.rank
        reached = reaches(hits.place, n_relevant[hits.topic], 1, level)
        best = segment_max(np.where(reached, precision, 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)
