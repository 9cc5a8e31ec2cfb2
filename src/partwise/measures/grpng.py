"""GRPng: generalised recall and precision of near misses, without counting text twice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from partwise._typing import Flags, Ints, Reals, Values
from partwise.errors import MissingAssessmentError
from partwise.geometry.view import View
from partwise.kernels.ragged import running_count, segment_sum
from partwise.kernels.ranked import SLACK, Curves, check_level, cumulated, first_reaching, height_at
from partwise.language.component import register
from partwise.measures._kinds import RankedElementsMeasure


class UnseenTextMeasure(RankedElementsMeasure):
    """A measure of elements, of which only text that no earlier result has shown counts.

    Notes
    -----
    NaN for a topic in which no assessed element has e > 0. Elements that were
    not judged count with e = s = 0, but what they show is seen. Needs grades;
    highlighted spans have none. No quantisation, no interpolation.

    References
    ----------
    Gövert, Kazai, Fuhr and Lalmas (2003); Piwowarski, Gallinari and Dupret
    (2007), appendix C.2.
    """

    cutoff_required = True
    undefined = "no assessed element with e > 0"


@dataclass(frozen=True)
class UnseenShare:
    r"""Cumulated recall and precision at each rank.

    With :math:`u` the characters of a result that nobody saw before:

    .. math:: R_k = \frac{\sum_{i \le k} \frac{e_i}{3} \frac{u_i}{|c_i|}}{\sum_c e_c/3},
        \qquad P_k = \frac{\sum_{i \le k} \frac{s_i}{3} u_i}{\sum_{i \le k} u_i}
    """

    recall: Curves
    precision: Curves
    """Both at each rank; recall is NaN where no assessed element has e > 0."""
    defined: Flags
    """Topics with an assessed element of e > 0."""

    def height_at_rank(self, curves: Curves, rank: Ints) -> Reals:
        """Height of one of the curves at one rank per topic; 0 for rank 0, NaN where undefined."""
        topic = np.arange(self.defined.size)
        return np.where(self.defined, height_at(curves, topic, rank), np.nan)


def unseen_share(view: View, owner: str) -> UnseenShare:
    """Recall and precision of unseen text; computed once per view."""
    elements = view.elements
    elements.assessed.need(owner, trees=True)
    if elements.scale != "grade":
        kind = "highlighted text" if elements.highlighted else "shares"
        raise MissingAssessmentError(
            f"{owner} needs elements graded 0 to 3 in e and s", f"these assessments are {kind}"
        )

    def make() -> UnseenShare:
        seen = elements.matches
        offsets, unseen = elements.offsets, elements.unseen
        # e counts in thirds on both sides of the recall: whole numbers add up exactly,
        # in whatever order the assessments come
        e = np.append(seen.e, 0.0)[seen.element_index]
        s = np.append(seen.s, 0.0)[seen.element_index] / 3
        total = segment_sum(seen.e, seen.offsets)
        got = cumulated(e * unseen / np.maximum(elements.size, 1), offsets)
        relevant = cumulated(s * unseen, offsets).height
        read = running_count(unseen, offsets)
        whole = np.where(total > 0, total, np.nan)
        # every term is at most the whole number that it is a part of, and so are rounded sums:
        # neither ratio passes 1
        recall = got.height / np.repeat(whole, np.diff(offsets))
        precision = relevant / np.maximum(read, 1)
        return UnseenShare(Curves(recall, offsets), Curves(precision, offsets), total > 0)

    return view.memo(("unseen share",), make)


@register()
class GRPng(UnseenTextMeasure):
    r"""Precision of unseen text where its recall reaches a level.

    .. math:: GRPng@x = GRPngP@k, \qquad k = \min \{k : GRPngR@k \ge x\}

    0 where no rank reaches the level. See GRPngR and GRPngP.
    """

    cutoffs = frozenset({float})
    question = "How specific is the text shown when a level of recall is reached?"

    def check(self) -> None:
        """Raise on recall level 0."""
        check_level(self.label(), self.cutoff)

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        topic = np.arange(view.n_topics)
        level = np.full(topic.size, float(self.complete().level or 1))
        rank = first_reaching(shares.recall, topic, level - SLACK)
        reached = rank <= shares.recall.length
        return shares.height_at_rank(shares.precision, np.where(reached, rank, 0))


@register()
class GRPngP(UnseenTextMeasure):
    r"""Precision of elements, of which only unseen text counts.

    .. math:: GRPngP@k = \frac{\sum_{i \le k} \frac{s(c_i)}{3} u(c_i)}{\sum_{i \le k} u(c_i)}

    :math:`u(c)` is the part of c's size that no earlier result has shown: 0 if
    an earlier result contains c, else the size without the outermost
    descendants already shown. 0 where nothing was shown.
    """

    question = "How specific is the text shown, counting nothing twice?"

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        return shares.height_at_rank(
            shares.precision, np.full(view.n_topics, self.complete().depth or 1)
        )


@register()
class GRPngR(UnseenTextMeasure):
    r"""Recall of elements, of which only unseen text counts.

    .. math:: GRPngR@k = \frac{\sum_{i \le k} \frac{e(c_i)}{3} \frac{u(c_i)}{|c_i|}}
        {\sum_{c} e(c)/3}

    :math:`u(c)` is the part of c's size that no earlier result has shown: 0 if
    an earlier result contains c, else the size without the outermost
    descendants already shown. The sum below the line runs over all assessed elements.
    """

    question = "How much of what is exhaustive has been shown, counting nothing twice?"

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        return shares.height_at_rank(
            shares.recall, np.full(view.n_topics, self.complete().depth or 1)
        )
