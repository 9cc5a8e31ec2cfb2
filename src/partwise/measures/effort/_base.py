"""What all measures of cumulated effort share: their facts and what a list costs."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.gains.efforts import LE, Effort
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.language.component import slot
from partwise.language.slots import Nested
from partwise.measures._kinds import RankedDocumentsMeasure


class EffortMeasure(RankedDocumentsMeasure):
    """A measure of what it costs to reach relevant text. Lower is better.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.2.
    """

    effort: Nested[Effort] = slot(
        default=LE, kw_only=False, about="What it costs to reach relevant text in a document."
    )

    better = "lower"
    bounds = (0.0, float("inf"))
    needs = frozenset({"highlights", "lengths"})
    family = "effort"

    def against_ideal(self, view: View, depth: int) -> tuple[Flags, Reals, Ints]:
        """Compare relevant documents with the ideal list, which begins with all of them.

        Returns which of them lie where the ideal list has relevant ones, what each costs more
        than the document that the ideal list has at its rank, and the ranks of the ideal list
        down to `depth` that hold relevant documents.
        """
        hits, effort = view.relevant_documents, self.effort.of_hits(view)
        ideal = np.minimum(depth, view.assessments.n_relevant)
        early = hits.rank <= ideal[hits.topic]
        return early, np.where(early, effort - 1, effort / self.effort.worst - 1), ideal

    def total(self, view: View, cost: Reals, n_other: Ints) -> Reals:
        """Cost of relevant documents, and of so many ranks that hold none."""
        offsets = view.relevant_documents.offsets
        return segment_sum(cost, offsets) + n_other * (self.effort.worst - 1)
