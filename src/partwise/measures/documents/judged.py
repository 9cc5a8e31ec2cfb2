"""Share of documents that somebody judged."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import ratio
from partwise.language.component import register
from partwise.measures.documents._base import DocumentMeasure


@register()
class Judged(DocumentMeasure):
    r"""Share of the first k documents that were judged, whatever the grade.

    .. math:: Judged@k = \frac{\text{judged documents among the first } k}{\min(k, n)}

    n is the number of documents retrieved; without a cutoff all of them are looked at.

    Notes
    -----
    Negative grades are judgements. Defined for every topic; 0 for an empty run.

    References
    ----------
    The name and the formula are those of ir_measures.
    """

    question = "How many of the first k documents did anybody judge?"
    undefined = "never"

    def values(self, view: View) -> Values:
        seen, read = view.judged_documents.top(self.depth), view.n_documents
        read = read if self.depth is None else np.minimum(read, self.depth)
        return ratio(seen.count, read)
