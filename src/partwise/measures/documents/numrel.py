"""Number of relevant documents."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantCountMeasure


@register()
class NumRel(RelevantCountMeasure):
    r"""Number of relevant documents of a topic, retrieved or not.

    .. math:: NumRel = |\{ d : d \text{ relevant} \}|

    References
    ----------
    trec_eval's num_rel.
    """

    rel: float | None = REL

    cutoffs = frozenset()
    question = "How many relevant documents exist for the topic?"

    def values(self, view: View) -> Values:
        _, n_relevant = self.relevant(view)
        return nan_where_zero(n_relevant.astype(np.float64), n_relevant)
