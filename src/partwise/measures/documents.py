"""Measures of ranked documents: precision, recall, average precision, nDCG and their kin."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Values
from partwise.geometry.retrieval import RankedPairs
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures._kinds import REL, RankedDocumentsMeasure


class DocumentMeasure(RankedDocumentsMeasure):
    """A measure that sees only which documents came at which rank."""

    needs = frozenset({"documents"})
    family = "documents"


class RelevantDocumentsMeasure(DocumentMeasure):
    """A measure of relevant documents, from a grade on that may be given."""

    rel: float | None

    def relevant(self, view: View) -> tuple[RankedPairs, Ints]:
        """Relevant documents retrieved, and the number of relevant documents of each topic."""
        return view.relevant_from(self.rel)


class DocumentCountMeasure(DocumentMeasure):
    """A number of documents; over all topics its sum counts."""

    bounds = (0.0, float("inf"))

    def aggregate(self) -> str:
        """Sum over topics, printed beside the mean."""
        return "sum"


class RelevantCountMeasure(DocumentCountMeasure, RelevantDocumentsMeasure):
    """A number of relevant documents.

    Notes
    -----
    NaN for a topic without relevant documents. Saved results hold its sum over topics beside
    the mean.
    """


@register()
class P(RelevantDocumentsMeasure):
    r"""Precision of the first k documents; of the whole run without a cutoff.

    .. math:: P@k = \frac{\text{relevant documents among the first } k}{k}

    Notes
    -----
    Divided by k also when fewer documents were retrieved; without a cutoff by the number
    of documents retrieved, and 0 for an empty run. NaN for a topic without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's P and set_P.
    """

    rel: float | None = REL

    question = "How many of the first k documents are relevant?"

    def values(self, view: View) -> Values:
        k, (hits, n_relevant) = self.depth, self.relevant(view)
        read = view.n_documents if k is None else np.full(view.n_topics, k)
        return nan_where_zero(ratio(hits.top(k).count, read), n_relevant)


@register()
class R(RelevantDocumentsMeasure):
    r"""Recall of the first k documents; of the whole run without a cutoff.

    .. math:: R@k = \frac{\text{relevant documents among the first } k}{N_{rel}}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Cleverdon, Mills and Keen (1966); trec_eval's recall.
    """

    rel: float | None = REL

    question = "How many of all relevant documents are among the first k?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        return nan_where_zero(ratio(hits.top(self.depth).count, n_relevant), n_relevant)


@register()
class SetF(RelevantDocumentsMeasure):
    r"""Harmonic mean of precision and recall of a set of documents.

    .. math:: F_\beta = \frac{(1 + \beta^2)\, P \cdot R}{\beta^2 P + R}

    Of the first k documents, or of all that were retrieved without a cutoff.

    Notes
    -----
    ``P@k`` is divided by k also when fewer documents were retrieved. 0 where nothing relevant
    was retrieved, NaN for a topic without relevant documents.

    References
    ----------
    van Rijsbergen (1979), chapter 7; trec_eval's set_F, whose parameter is
    :math:`\beta^2`.
    """

    beta: float = param(1.0, above=0, about="Weight of recall against precision.")
    rel: float | None = REL

    question = "How well do precision and recall of documents balance?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        read = view.n_documents if self.depth is None else self.depth
        weight = self.beta**2
        # relevant documents among those read: P of `read`, R of `n_relevant`
        weighted_hits = (1 + weight) * hits.top(self.depth).count
        return nan_where_zero(ratio(weighted_hits, weight * n_relevant + read), n_relevant)


@register()
class Rprec(RelevantDocumentsMeasure):
    r"""Precision at the rank that equals the number of relevant documents.

    .. math:: Rprec = P@N_{rel}

    Notes
    -----
    NaN for a topic without relevant documents.

    References
    ----------
    Harman (1993), the second TREC; trec_eval's Rprec.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "What share of the top R documents is relevant (R = number of relevant documents)?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        early = hits.where(hits.rank <= n_relevant[hits.topic])
        return nan_where_zero(ratio(early.count, n_relevant), n_relevant)


@register(aliases=("MAP",))
class AP(RelevantDocumentsMeasure):
    r"""Average precision of a ranked list of documents.

    .. math:: AP = \frac{1}{N_{rel}} \sum_{j:\ d_j \text{ relevant}} P@j

    References
    ----------
    Buckley and Voorhees (2000); trec_eval's map.
    """

    rel: float | None = REL

    question = "How well are relevant documents ranked, all of them considered?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        total = segment_sum(hits.nth / hits.rank, hits.offsets)
        return nan_where_zero(ratio(total, n_relevant), n_relevant)


@register(aliases=("MRR",))
class RR(RelevantDocumentsMeasure):
    r"""Reciprocal rank of the first relevant document; 0 if none is retrieved.

    .. math:: RR = \frac{1}{\min \{ j : d_j \text{ relevant} \}}

    Notes
    -----
    ``@k`` looks at the first k documents only. NaN for a topic without relevant documents.

    References
    ----------
    Voorhees (1999), the TREC-8 question answering track; trec_eval's recip_rank.
    """

    rel: float | None = REL

    question = "How soon does the first relevant document come?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        value = np.zeros(view.n_topics)
        value[hits.topic[hits.lead]] = 1 / hits.rank[hits.lead]
        return nan_where_zero(value, n_relevant)


def _below_one(p: float) -> float:
    if p >= 1:
        raise ValueError("a number from 0 to below 1")
    return p


@register()
class RBP(RelevantDocumentsMeasure):
    r"""Rank-biased precision: what a user earns who goes on to the next document with p.

    .. math:: RBP = (1 - p) \sum_{j:\ d_j \text{ relevant}} p^{j-1}

    Notes
    -----
    A document is relevant or not; the rbp of ranx weighs by the grade and has other values. NaN
    for a topic without relevant documents.

    References
    ----------
    Moffat and Zobel (2008).
    """

    p: float = param(
        0.8, low=0, check=_below_one, about="Probability of looking at the next document."
    )
    rel: float | None = REL

    question = "How much does a user earn who may stop after every document?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        hits = hits.top(self.depth)
        total = segment_sum(np.power(self.p, hits.rank - 1.0), hits.offsets)
        return nan_where_zero((1 - self.p) * total, n_relevant)


@register()
class Judged(DocumentMeasure):
    r"""Share of the first k documents that were judged, whatever the grade.

    .. math:: Judged@k = \frac{\text{judged documents among the first } k}{\min(k, n)}

    n is the number of documents retrieved; without a cutoff all of them are looked at.

    Notes
    -----
    Negative grades are judgements. Defined for every topic; 0 for an empty run.

    References
    ----------
    The name and the formula are those of ir_measures.
    """

    question = "How many of the first k documents did anybody judge?"
    undefined = "never"

    def values(self, view: View) -> Values:
        seen, read = view.judged_documents.top(self.depth), view.n_documents
        read = read if self.depth is None else np.minimum(read, self.depth)
        return ratio(seen.count, read)


@register()
class NumRet(DocumentCountMeasure):
    r"""Number of documents retrieved.

    .. math:: NumRet = |D|, \quad D \text{ the documents retrieved}

    Notes
    -----
    Defined for every topic. Saved results hold its sum over topics beside the mean.

    References
    ----------
    trec_eval's num_ret.
    """

    cutoffs = frozenset()
    question = "How long is the list of documents?"
    undefined = "never"

    def values(self, view: View) -> Values:
        return view.n_documents.astype(np.float64)


@register()
class NumRel(RelevantCountMeasure):
    r"""Number of relevant documents of a topic, retrieved or not.

    .. math:: NumRel = |\{ d : d \text{ relevant} \}|

    References
    ----------
    trec_eval's num_rel.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "How many relevant documents exist for the topic?"

    def values(self, view: View) -> Values:
        _, n_relevant = self.relevant(view)
        return nan_where_zero(n_relevant.astype(np.float64), n_relevant)


@register()
class NumRelRet(RelevantCountMeasure):
    r"""Number of relevant documents among the first k; of the whole run without a cutoff.

    .. math:: NumRelRet@k = |\{ j \le k : d_j \text{ relevant} \}|

    References
    ----------
    trec_eval's num_rel_ret; hits of ranx.
    """

    rel: float | None = REL

    question = "How many relevant documents were retrieved?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        return nan_where_zero(hits.top(self.depth).count.astype(np.float64), n_relevant)
