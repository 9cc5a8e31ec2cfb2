"""Whether evidence is among the first parts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Values
from partwise.errors import MissingAssessmentError
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.parts._base import PartMeasure
from partwise.measures.parts.least import ONE_CHARACTER, Least, enough


@register(aliases=("HitRate", "Success"))
class Hit(PartMeasure):
    r"""Whether one of the first k parts is a hit; of the whole run without a cutoff.

    .. math:: Hit@k = \left[ \exists i \le k, s :
        |p_i \cap s| \ge need(s) \right]

    A part is a hit if it alone shows enough of some relevant span. Touching and
    overlapping judged spans are one span. Its mean over topics is the hit rate.

    Notes
    -----
    A relevant document without places is hit by any text of it. Where the assessments
    grade documents only, it is 1 if any of the first k documents is relevant, whatever
    ``min``; ``rel`` is for these alone. NaN for a topic without relevant spans (documents);
    0 for an empty run.

    References
    ----------
    trec_eval's success; the hit rate of retrieval-augmented generation.
    """

    min: Least = enough(ONE_CHARACTER)
    rel: float | None = REL

    needs = frozenset({"highlights or documents"})
    knows_copies = True
    question = "Is there any evidence among the first k parts?"

    def values(self, view: View) -> Values:
        if view.assessments.grades_documents_only:
            documents, n_relevant = view.relevant_from(self.rel)
            found = documents.top(self.depth).count
            return nan_where_zero((found > 0).astype(np.float64), n_relevant)
        if self.rel is not None:
            raise MissingAssessmentError(f"{self!r} needs graded documents", "these are spans")
        known, hits = self.hits(view)
        found = segment_count(hits, view.parts.offsets, self.depth)
        return nan_where_zero((found > 0).astype(np.float64), known.n_spans)

    def ceiling(self) -> Callable[[View], Values]:
        """1 where any part that exists is a hit."""
        return self.any_hit
