"""R-precision of the best alternative."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.alternatives._base import AlternativeMeasure


@register()
class AltRprec(AlternativeMeasure):
    r"""R-precision of the best alternative: KILT's Rprec.

    .. math:: AltRprec = \max_a \frac{|\{\text{first } |a| \text{ ids}\} \cap a|}{|a|}
    """

    cutoffs = frozenset()
    cutoff_required = False
    question = "What share of an alternative do the top R ids hold (R = number of its ids)?"

    def values(self, view: View) -> Values:
        known = self.known(view)
        early = known.rank <= known.size[known.of]
        share = np.bincount(known.of[early], minlength=known.size.size) / known.size
        best = np.zeros(view.n_topics)
        np.maximum.at(best, known.topic, share)
        return nan_where_zero(best, known.count)
