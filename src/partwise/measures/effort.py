"""Measures of expected reading effort: CE, NCE, ANCE."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints, Reals, Values
from partwise.gains.efforts import LE, Effort
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count, segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register, slot
from partwise.language.fields import Nested
from partwise.measures._kinds import RankedDocumentsMeasure


class ReadingEffortMeasure(RankedDocumentsMeasure):
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
        """Cost of relevant documents, and of `n_other` ranks that hold none."""
        offsets = view.relevant_documents.offsets
        return segment_sum(cost, offsets) + n_other * (self.effort.worst - 1)


@register()
class CE(ReadingEffortMeasure):
    r"""Cumulated effort of the first k documents. Lower is better.

    .. math:: CE@k = \sum_{j \le k} (ES_j - 1)

    :math:`ES_j` is the effort of the j-th document. Ranks that the run does not fill
    cost as much as a document that is not relevant.

    Notes
    -----
    NaN for a topic without relevant documents.
    """

    cutoff_required = True
    question = "How much effort do the first k documents cost?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = hits.rank <= depth
        cost = np.where(early, self.effort.of_hits(view) - 1, 0.0)
        n_other = depth - segment_count(early, hits.offsets)
        return nan_where_zero(self.total(view, cost, n_other), view.assessments.n_relevant)

    def empty_value(self) -> float:
        """Every rank costs the worst effort."""
        return (self.complete().depth or 1) * (self.effort.worst - 1)


@register()
class NCE(ReadingEffortMeasure):
    r"""Normalised cumulated effort of the first k documents. Lower is better.

    .. math::

        NCE@k = \sum_{j \le k} \left( \frac{ES_j}{IE_j} - 1 \right)

    :math:`ES_j` is the effort of the j-th document, :math:`IE_j` the ideal: 1 for the
    first :math:`N_{rel}` ranks, then the effort of a document that is not relevant,
    which is also what ranks cost that the run does not fill.

    Notes
    -----
    May fall along the list, never below 0. NaN for a topic without relevant documents.
    """

    cutoff_required = True
    question = "How much more effort than necessary do the first k documents cost?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early, extra, ideal = self.against_ideal(view, depth)
        cost = np.where(hits.rank <= depth, extra, 0.0)
        value = self.total(view, cost, ideal - segment_count(early, hits.offsets))
        return nan_where_zero(np.maximum(value, 0.0), view.assessments.n_relevant)


DEPTH = 600
"""Cutoff when none is given."""


@register(aliases=("MANCE",))
class ANCE(ReadingEffortMeasure):
    r"""Average normalised cumulated effort. Lower is better.

    .. math:: ANCE@k = \frac{1}{k} \sum_{i \le k} NCE@i

    The cutoff is 600 when none is given.

    Notes
    -----
    Ranks that the run does not fill cost as much as documents that are not relevant.
    NaN for a topic without relevant documents.
    """

    question = "How much more effort than necessary does the list cost on average?"

    def values(self, view: View) -> Values:
        depth, hits = self.depth or DEPTH, view.relevant_documents
        early, extra, ideal = self.against_ideal(view, depth)
        # What rank j costs is part of NCE@j, ..., NCE@k: it counts k - j + 1 times.
        times = np.maximum(depth + 1 - hits.rank, 0)
        n_other = ideal * (2 * depth + 1 - ideal) // 2
        n_other -= segment_count(np.where(early, times, 0), hits.offsets)
        value = self.total(view, times * extra, n_other) / depth
        return nan_where_zero(np.maximum(value, 0.0), view.assessments.n_relevant)
