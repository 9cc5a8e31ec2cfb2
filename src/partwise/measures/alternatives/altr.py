"""Recall of alternatives."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.alternatives._base import AlternativeMeasure


@register()
class AltR(AlternativeMeasure):
    r"""Share of the alternatives that are complete among the first k entries: KILT's recall@k.

    .. math::

        AltR@k = \frac{\text{complete alternatives among the first } k \text{ entries}}
                      {\text{different alternatives}}
    """

    question = "What share of the alternatives is complete among the first k entries?"

    def values(self, view: View) -> Values:
        known = self.known(view)
        return nan_where_zero(ratio(known.n_complete(self.k), known.count), known.count)
