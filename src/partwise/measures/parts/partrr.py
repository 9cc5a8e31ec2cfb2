"""Reciprocal rank of the first part with evidence."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import owners
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.parts._base import PartMeasure


@register()
class PartRR(PartMeasure):
    r"""Reciprocal rank of the first part that is a hit; 0 if there is none.

    .. math:: PartRR = \frac{1}{\min \{ i : p_i \text{ is a hit} \}}

    A part is a hit if it alone shows enough of some relevant span, as in ``Hit``.

    Notes
    -----
    ``@k`` looks at the first k parts only. ``RR`` counts documents, and a part of the
    right document that misses the relevant text is a success there. NaN for a topic
    without relevant spans.

    References
    ----------
    Voorhees (1999), the TREC-8 question answering track, of parts in place of documents.
    """

    knows_copies = True
    question = "How soon does the first part with evidence come?"

    def values(self, view: View) -> Values:
        parts, (known, hits) = view.parts, self.hits(view)
        if self.depth is not None:
            hits &= parts.rank <= self.depth
        topic, at = np.unique(owners(parts.offsets)[hits], return_index=True)
        value = np.zeros(view.n_topics)
        value[topic] = 1 / parts.rank[hits][at]
        return nan_where_zero(value, known.n_spans)

    def ceiling(self) -> Callable[[View], Values]:
        """1 where any part that exists is a hit."""
        return self.any_hit
