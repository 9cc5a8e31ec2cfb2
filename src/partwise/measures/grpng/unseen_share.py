"""Recall and precision of unseen text, by exhaustivity and specificity of whole elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingAssessmentError
from partwise.kernels.curves import Curves, cumulated, height_at
from partwise.kernels.ragged import running_count, segment_sum

if TYPE_CHECKING:
    from partwise.geometry.view import View


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

    def at(self, curves: Curves, rank: Ints) -> Reals:
        """Read one of the curves at one rank per topic; 0 for rank 0, NaN where undefined."""
        topic = np.arange(self.defined.size)
        return np.where(self.defined, height_at(curves, topic, rank), np.nan)


def unseen_share(view: View, owner: str) -> UnseenShare:
    """Recall and precision of unseen text; computed once per view."""
    elements = view.elements
    elements.assessed.need(owner, trees=True)
    if elements.scale != "grade":
        found = "highlighted text" if elements.highlighted else "shares"
        raise MissingAssessmentError(
            f"{owner} needs elements graded 0 to 3 in e and s", f"these assessments are {found}"
        )

    def make() -> UnseenShare:
        seen = elements.found
        offsets, unseen = elements.offsets, elements.unseen
        # e counts in thirds on both sides of the recall: whole numbers add up exactly,
        # in whatever order the assessments come
        e = np.append(seen.e, 0.0)[seen.at]
        s = np.append(seen.s, 0.0)[seen.at] / 3
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
