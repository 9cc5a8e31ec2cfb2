"""Expected reciprocal rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Reals, Values
from partwise.errors import UsageError
from partwise.geometry.view import View
from partwise.kernels.ragged import running_product, segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import param, register
from partwise.measures.documents._base import DocumentMeasure
from partwise.tables.checks import first


@register()
class ERR(DocumentMeasure):
    r"""Expected reciprocal rank at which a user is satisfied.

    .. math:: ERR = \sum_i \frac{q_i}{i} \prod_{j<i} (1 - q_j), \quad
        q_i = \frac{2^{grade(d_i)} - 1}{2^{top}}

    Notes
    -----
    Negative grades count 0, and a grade above ``top`` is an error. NaN for a topic without
    relevant documents. What the papers on PRUM call ERR is ``GR``.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan (2009); gdeval, where ``top`` is always 4.
    """

    top: int = param(4, low=1, high=64, about="The greatest grade of the scale.")

    question = "How soon is a user satisfied who stops at a document that is good enough?"

    def values(self, view: View) -> Values:
        found = view.judged_documents.top(self.depth)
        satisfied = self._satisfied(view)[found.pair]
        goes_on = np.ones(satisfied.size)
        goes_on[1:] = running_product(1 - satisfied, found.offsets)[:-1]
        goes_on[found.lead] = 1.0
        total = segment_sum(satisfied * goes_on / found.rank, found.offsets)
        return nan_where_zero(total, view.assessments.n_relevant)

    def _satisfied(self, view: View) -> Reals:
        """Probability that each judged document satisfies."""
        judged = view.assessments
        grade = judged.judged_documents.grade
        if (at := first(grade > self.top)) is not None:
            raise UsageError(
                f"{self!r}: document {judged.document(at)} has the grade {grade[at]:g}, above "
                f"the greatest of the scale. Use ERR(top={np.ceil(grade.max()):g})"
            )
        gain: Reals = (np.exp2(np.maximum(grade, 0.0)) - 1) / np.exp2(self.top)
        return gain
