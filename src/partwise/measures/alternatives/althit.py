"""Whether an alternative is complete."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.alternatives._base import AlternativeMeasure


@register()
class AltHit(AlternativeMeasure):
    r"""Whether an alternative is complete among the first k entries: KILT's success_rate@k.

    .. math:: AltHit@k = [ AltP@k > 0 ]
    """

    question = "Is any alternative complete among the first k entries?"

    def values(self, view: View) -> Values:
        known = self.known(view)
        found = (known.n_complete(self.k) > 0).astype(np.float64)
        return nan_where_zero(found, known.count)
