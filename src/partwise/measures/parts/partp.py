"""Precision of parts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.parts._base import PartMeasure


@register()
class PartP(PartMeasure):
    r"""Share of the first k parts that are hits; of all parts without a cutoff.

    .. math:: PartP@k = \frac{|\{ i \le k : p_i \text{ is a hit} \}|}{k}

    A part is a hit if it alone shows enough of some relevant span, as in ``Hit``. A
    part at the place of a higher-ranked one is no further hit.

    Notes
    -----
    Divided by k also when fewer parts were retrieved; without a cutoff by the number of
    parts. NaN for a topic without relevant spans; 0 for an empty run.

    References
    ----------
    Cleverdon, Mills and Keen (1966), of parts in place of documents.
    """

    knows_copies = True
    question = "What share of the first k parts holds evidence?"

    def values(self, view: View) -> Values:
        parts, (known, hits) = view.parts, self.hits(view)
        found = segment_count(hits & ~parts.same_place, parts.offsets, self.depth)
        n_parts = np.diff(parts.offsets) if self.depth is None else np.array(self.depth)
        return nan_where_zero(ratio(found, n_parts), known.n_spans)

    def ceiling(self) -> Callable[[View], Values] | None:
        """As many hits as there are; without a cutoff one of them alone is best."""
        return None if self.depth is None else self._ceiling

    def _ceiling(self, view: View) -> Values:
        hits, n_spans = self.best_hits(view)
        depth = np.array(self.depth)
        return nan_where_zero(ratio(np.minimum(hits, depth), depth), n_spans)
