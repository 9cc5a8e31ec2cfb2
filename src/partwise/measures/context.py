"""Measures of the relevant-in-context task: generalised precision and recall."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Reals, Values
from partwise.gains.documents import DocumentGain, F
from partwise.geometry.view import View
from partwise.kernels.ragged import greatest_from, running_sum, segment_count, segment_max, sum_by
from partwise.kernels.ranked import nan_where_zero, ratio, reaches, reaches_floor
from partwise.language.component import param, register, slot
from partwise.language.fields import Nested
from partwise.measures._kinds import LEVELS, Levels, RankedDocumentsMeasure, RecallLevelMeasure


class ContextMeasure(RankedDocumentsMeasure):
    """A measure of documents that are ranked by their first part."""

    needs = frozenset({"highlights"})
    family = "in context"


class ReadingGainMeasure(ContextMeasure):
    """A measure of what the parts of documents earn."""

    gain: Nested[DocumentGain] = slot(
        default=F, kw_only=False, about="What a document and its parts earn."
    )

    def precision(self, view: View) -> Reals:
        """Mean gain of the documents down to each relevant one."""
        hits = view.relevant_documents
        return running_sum(self.gain.of_hits(view), hits.offsets) / hits.rank


@register()
class gP(ReadingGainMeasure):
    r"""Generalised precision of the first k documents.

    .. math:: gP@k = \frac{1}{k} \sum_{j \le k} S(d_j)

    Notes
    -----
    Divided by k also when fewer documents were retrieved, unless ``short=last``. NaN for a
    topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 4.
    """

    short: Literal["divide", "last"] = param(
        "divide",
        choices=("divide", "last"),
        about="A list shorter than k: divide by k, or take the value at its last rank, as "
        "inex_eval does.",
    )

    cutoff_required = True
    question = "How well do the first k documents show their relevant text?"

    def values(self, view: View) -> Values:
        depth, hits = self.complete().depth or 1, view.relevant_documents
        early = np.where(hits.rank <= depth, self.gain.of_hits(view), 0.0)
        total = sum_by(hits.topic, early, view.n_topics)
        ranks = np.full(view.n_topics, depth)
        if self.short == "last":
            ranks = np.minimum(ranks, np.diff(view.documents.offsets))
        return nan_where_zero(ratio(total, ranks), view.assessments.n_relevant)


@register()
class gR(ContextMeasure):
    r"""Generalised recall: relevant documents found among the first k.

    .. math:: gR@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    The whole run without a cutoff. Depends on the ranking of documents only. NaN for a
    topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), equation 5.
    """

    needs = frozenset({"documents"})
    question = "What share of the relevant documents does the list reach?"

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents.top(self.depth), view.assessments.n_relevant
        return nan_where_zero(ratio(hits.count, n_relevant), n_relevant)


INEX_POINTS = 11
"""Recall levels of inex_eval in the in-context tasks."""


@register()
class igP(RecallLevelMeasure, ReadingGainMeasure):
    r"""Interpolated generalised precision at a level of generalised recall.

    .. math:: igP@x = \max_{k:\ gR@k \ge x} gP@k

    0 if the level is never reached.

    Notes
    -----
    Levels are decimals and compared exactly. The published curve uses the levels 0.0,
    0.1, ..., 1.0. NaN for a topic without relevant documents.

    References
    ----------
    Pehcevski and Thom (2007), section 3.
    """

    levels: Levels = LEVELS

    at_rank = "gP"
    question = (
        "How well is relevant text shown where this share of the relevant documents is reached?"
    )

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        # Between two relevant documents gP only falls, so the maximum stands at one of them.
        recall = hits.nth, n_relevant[hits.topic], 1, self.recall_level
        floor = self.levels == "floor"
        reached = reaches_floor(*recall, INEX_POINTS) if floor else reaches(*recall)
        best = segment_max(np.where(reached, self.precision(view), 0.0), hits.offsets)
        return nan_where_zero(best, n_relevant)


@register()
class gRw(ContextMeasure):
    r"""Generalised recall, each document weighing as much as its relevant text.

    .. math:: gRw@k = \frac{1}{T_{rel}} \sum_{j \le k} |rel(d_j)|

    All relevant text of a document counts, retrieved or not.

    Notes
    -----
    The whole run without a cutoff. Depends on the ranking of documents only. NaN for a
    topic without relevant text.

    References
    ----------
    Pehcevski and Thom (2007), equation 6 (there gR').
    """

    question = "How much of the relevant text lies in the documents reached?"
    undefined = "no relevant text"

    def values(self, view: View) -> Values:
        hits = view.relevant_documents.top(self.depth)
        total = view.assessments.n_characters(self.label())
        size = view.assessments.n_relevant_in(hits.pair, self.label())
        return nan_where_zero(ratio(segment_count(size, hits.offsets), total), total)


@register(aliases=("MAgP",))
class AgP(ReadingGainMeasure):
    r"""Average generalised precision of a ranked list of documents.

    Every document earns a gain S; the running mean of the gains is read at each
    relevant document and averaged over all relevant documents.

    .. math::

        AgP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} gP[j], \qquad
        gP[k] = \frac{1}{k} \sum_{j \le k} S(d_j)

    References
    ----------
    Pehcevski and Thom (2007), equations 4 and 7.
    """

    question = "How well are documents ranked and their relevant text shown?"

    def values(self, view: View) -> Values:
        hits, n_relevant = view.relevant_documents, view.assessments.n_relevant
        precision = self.precision(view)
        if self.depth is not None:
            precision = np.where(hits.rank <= self.depth, precision, 0.0)
        total = sum_by(hits.topic, precision, view.n_topics)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)


@register(aliases=("MAgPw",))
class AgPw(ReadingGainMeasure):
    r"""Average generalised precision, each document weighing as much as its relevant text.

    .. math::

        AgPw = \sum_{j} \frac{|rel(d_j)|}{T_{rel}}\, gP[j] \quad\text{(stepwise)}, \qquad
        gRw \cdot \text{mean of } gP[j] \text{ at relevant ranks} \quad\text{(final)}, \qquad
        \sum_{j} \frac{|rel(d_j)|}{T_{rel}} \max_{j' \ge j} gP[j'] \quad\text{(interpolated)}

    Notes
    -----
    **The first two variants should not rank runs; use AgP, or the interpolated one, which is never
    below the stepwise one and 1 for perfect answers.** The stepwise one is not faithful: put
    a document that is not relevant first, and swapping the next two so that the one with
    *less* relevant text comes first *raises* the value. The final one divides by the
    relevant documents retrieved, so a further relevant document, found late, can lower it.
    ``@k`` reads the first k documents only. NaN for a topic without relevant text.

    References
    ----------
    Pehcevski and Thom (2007), equations 8 and 11.
    """

    variant: Literal["stepwise", "final", "interpolated"] = param(
        "stepwise",
        choices=("stepwise", "final", "interpolated"),
        about="Equation 8 or equation 11 of the paper, or the first remedy of its section 5.",
    )

    question = "How well is relevant text shown, long passages weighing more?"
    undefined = "no relevant text"

    def values(self, view: View) -> Values:
        hits, n_topics = view.relevant_documents, view.n_topics
        total = view.assessments.n_characters(self.label())
        size = view.assessments.n_relevant_in(hits.pair, self.label()).astype(np.float64)
        precision = self.precision(view)
        depth = np.inf if self.depth is None else self.depth
        early = (hits.rank <= depth).astype(np.float64)
        if self.variant == "interpolated":
            precision = greatest_from(early * precision, hits.offsets)
        if self.variant != "final":
            value = ratio(sum_by(hits.topic, early * size * precision, n_topics), total)
        else:
            count = sum_by(hits.topic, early, n_topics)
            mean = ratio(sum_by(hits.topic, early * precision, n_topics), count)
            value = mean * ratio(sum_by(hits.topic, early * size, n_topics), total)
        return nan_where_zero(value, total)
