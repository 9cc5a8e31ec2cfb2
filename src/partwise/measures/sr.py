"""Structural relevance of independent results: SRP, SRiP, SRiR, NSRCG and SRPRUM."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import Curves, height_at
from partwise.language.component import param, register
from partwise.measures.esr import (
    INFER,
    AverageTextPrecisionMeasure,
    DesiredGainMeasure,
    InferredMeasure,
    TextPrecisionMeasure,
    TextRecallMeasure,
    TreeMeasure,
)
from partwise.navigation.expectations import SLACK, ratio
from partwise.navigation.inferred import BY_REL, Infer


@register()
class SRP(InferredMeasure):
    r"""Relevance that returned trees inherit from their nodes and that was not seen, per rank.

    .. math:: SRP@k = \frac{1}{k} \sum_{i \le k} rel(t_i) \left(1 - p(t_i; R_{i-1})\right)

    A node is as relevant as the assessed tree that consists of it; where text
    is highlighted, a node that holds some of it is relevant (binary), by its
    number of characters (length).

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. A repeated tree gains nothing; with
    ``shared=printed`` it is paid again, as the equation literally says. A cutoff beyond the
    list divides by the cutoff.

    Examples
    --------
    e3 and e4 are assessed, the list is e1, e3, e4, and readers step from e1 to e3 with .16, to
    e4 with .11: 0, .84/2 = .42 and 1.73/3 = .5767 at ranks 1, 2, 3, as ESRP.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 12.
    """

    question = "How much relevance, inferred from nodes, does a rank bring?"

    def values(self, view: View) -> Values:
        targets, summed = self.sums(view)
        length = np.diff(targets.both.offsets)
        depth = length if self.depth is None else np.full(length.size, self.depth)
        curves = Curves(summed, targets.both.offsets)
        total = height_at(curves, np.arange(length.size), depth)
        return self.mean(targets, total, depth.astype(np.float64))


@register()
class ASRP(InferredMeasure):
    r"""Mean of SRP over all ranks of the list.

    .. math:: ASRP = \frac{1}{o} \sum_{k=1}^{o} SRP@k

    Notes
    -----
    NaN without assessed trees; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of SRP: (0 + .42 + .5767) / 3 = .3322.

    References
    ----------
    Ali, Consens and Lalmas (2012), section 6.1.
    """

    infer: Infer | None = param(
        None, choices=INFER, without=BY_REL, about="Relevance of a tree, as in SRP."
    )

    question = "How much relevance, inferred from nodes, do ranks bring on average?"

    def values(self, view: View) -> Values:
        targets, summed = self.sums(view)
        both = targets.both
        length, rank = np.diff(both.offsets), both.rank
        each = summed / rank
        if self.depth is not None:
            length, each = np.minimum(length, self.depth), np.where(rank <= self.depth, each, 0.0)
        total = np.bincount(both.topic, weights=each, minlength=both.n_topics)
        return self.mean(targets, total.astype(np.float64), length.astype(np.float64))


@register()
class SRiP(TextPrecisionMeasure):
    r"""Expected hits over the characters shown.

    .. math:: SRiP@k = \frac{Hits_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP over the ranks whose SRiR2 is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. At most 1 with ``rel=length``.

    Examples
    --------
    Lengths 100, 30, 20 of e1, e3, e4, the list e1, e3, e4 of EHits: 0, 25.2/130 = .1938 and
    43/150 = .2867 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 18.
    """

    question = "How much of the text shown is relevant and not seen before?"
    near_misses = False


@register()
class SRiP2(TextPrecisionMeasure):
    r"""Expected hits and near misses over the characters shown.

    .. math:: SRiP2@k = \frac{Hits_k + NearMisses_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP2 over the ranks whose SRiR2 is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. Can exceed 1.

    Examples
    --------
    Lengths 100, 100, 20 of e1, e2, e6; steps e1 to e3 .16, to e4 .11, e2 to e4 .133: the list
    e1, e2, e6 gets 7/100 = .07, 9.367/200 = .0468 and 9.367/220 = .0426 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 30.
    """

    question = "How much relevance is returned or reached per character shown?"
    near_misses = True


@register(aliases=("MASRiP",))
class ASRiP(AverageTextPrecisionMeasure):
    r"""Mean of the interpolated SRiP over recall levels.

    .. math:: ASRiP = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP@k

    Examples
    --------
    The list e1, e3, e4 of SRiP reaches recall .86 at rank 3, with .2867: levels 0 to .86 get
    .2867, the rest 0: 87/101 x .2867 = .2469.
    """

    question = "How much of the text shown is relevant, over all recall levels?"
    near_misses = False


@register(aliases=("MASRiP2",))
class ASRiP2(AverageTextPrecisionMeasure):
    r"""Mean of the interpolated SRiP2 over recall levels.

    .. math:: ASRiP2 = \frac{1}{n} \sum_{j=0}^{n-1} \max_{k:\ SRiR2@k \ge j/(n-1)} SRiP2@k

    Examples
    --------
    The list e1, e2, e6 of SRiP2 has recall .14 at rank 1 and .1873 from rank 2: levels 0 to .14
    get .07, those to .18 .0468, the rest 0: (15 x .07 + 4 x .0468)/101 = .0123.
    """

    question = "How much relevance is reached per character, over all recall levels?"
    near_misses = True


@register()
class SRiR(TextRecallMeasure):
    r"""Expected hits over all relevance.

    .. math:: SRiR@k = \frac{Hits_k}{T_{rel}}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; the list e1, e3, e4 of EHits gets 0,
    25.2/50 = .504 and 43/50 = .86 at ranks 1, 2, 3; with ``base=expected`` 0, .5575 and 1.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 19.
    """

    question = "What share of the relevant text is returned and not seen before?"
    near_misses = False


@register()
class SRiR2(TextRecallMeasure):
    r"""Expected hits and near misses over all relevance.

    .. math:: SRiR2@k = \frac{Hits_k + NearMisses_k}{T_{rel}}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; the list e1, e3, e4 of EHits gets 7/50 = .14,
    27.4/50 = .548 and 43/50 = .86 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 31.
    """

    question = "What share of the relevant text is returned or reached?"
    near_misses = True


@register()
class NSRCG(DesiredGainMeasure):
    r"""Expected hits over the gain that a user desires for k ranks.

    .. math:: NSRCG@k = \frac{Hits_k}{k \, l \, RecallBase_k / m}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; with l = 1 and m = 2 the list e1, e3, e4 of
    EHits gets 0, 25.2/45.2 = .5575 and 43/64.5 = .6667 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 23 to 25.
    """

    question = "How does the gain from hits compare with what a user desires?"
    near_misses = False


@register()
class NSRCG2(DesiredGainMeasure):
    r"""Expected hits and near misses over the gain that a user desires for k ranks.

    .. math:: NSRCG2@k = \frac{Hits_k + NearMisses_k}{k \, l \, RecallBase_k / m}

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; with l = 1 and m = 2 the list e1, e3, e4 of
    EHits gets 7/25 = .28, 27.4/45.2 = .6062 and .6667 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 32, all at k.
    """

    question = "How does all gain, near misses too, compare with what a user desires?"
    near_misses = True


@register()
class SRPRUM(TreeMeasure):
    r"""Expected gain per rank, at the first rank that satisfies the user.

    .. math::

        SRPRUM = \frac{Hits_C + NearMisses_C}{C}, \qquad C = \min \{k : ESRR@k \ge r\}

    Notes
    -----
    Relevance is binary. NaN without assessed trees; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of EHits reaches recall 1 at rank 3: 1.73/3 = .5767.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 27 to 29.
    """

    r: float = param(1.0, low=0, high=1, about="Recall that the user wants, by ESRR.")
    unreached: Literal["length", "zero"] = param(
        "length",
        choices=("length", "zero"),
        about="A list that never reaches r: C is its length (which favours short lists), or the "
        "value is 0.",
    )

    question = "How much does a rank bring to a user who stops when satisfied?"

    def values(self, view: View) -> Values:
        expected = self.expected(view, "binary")
        reached = expected.recall() >= self.r - SLACK
        rank = np.where(reached, expected.rank, np.iinfo(np.int64).max)
        first = np.full(expected.length.size, np.iinfo(np.int64).max)
        np.minimum.at(first, expected.topic, rank)
        length = expected.length if self.depth is None else np.minimum(expected.length, self.depth)
        never = first > length
        stop = np.where(never, length, first)
        text = "{n:topic} {n:does|do} not reach the recall that {measures} {measures:asks|ask} for"
        view.notes.add(text, n=int((never & (expected.n_targets > 0)).sum()), measures=[repr(self)])
        gained = height_at(Curves(expected.reached, expected.offsets), np.arange(stop.size), stop)
        values = ratio(gained, stop.astype(np.float64))
        if self.unreached == "zero":
            values = np.where(never, 0.0, values)
        return expected.defined(values)
