"""Precision of alternatives."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.alternatives._base import AlternativeMeasure


@register()
class AltP(AlternativeMeasure):
    r"""Complete alternatives among the first k entries: KILT's precision@k.

    .. math:: AltP@k = \frac{\text{complete alternatives among the first } k \text{ entries}}{k}
    """

    question = "How many of the first k entries are complete alternatives?"

    def values(self, view: View) -> Values:
        known = self.known(view)
        return nan_where_zero(known.n_complete(self.k) / self.k, known.count)
