"""Average structural relevance in precision, by inferred relevance."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.measures.esr._base import INFER, InferredMeasure
from partwise.navigation.inferred import BY_REL, Infer


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
        known, summed = self.sums(view)
        both = known.both
        length, rank = np.diff(both.offsets), both.rank
        each = summed / rank
        if self.depth is not None:
            length, each = np.minimum(length, self.depth), np.where(rank <= self.depth, each, 0.0)
        total = np.bincount(both.topic, weights=each, minlength=both.n_topics)
        return self.mean(known, total.astype(np.float64), length.astype(np.float64))
