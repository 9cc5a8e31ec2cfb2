"""Number of relevant documents retrieved."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures._kinds import REL
from partwise.measures.documents._base import RelevantCountMeasure


@register()
class NumRelRet(RelevantCountMeasure):
    r"""Number of relevant documents among the first k; of the whole run without a cutoff.

    .. math:: NumRelRet@k = |\{ j \le k : d_j \text{ relevant} \}|

    References
    ----------
    trec_eval's num_rel_ret; hits of ranx.
    """

    rel: float | None = REL

    question = "How many relevant documents were retrieved?"

    def values(self, view: View) -> Values:
        hits, n_relevant = self.relevant(view)
        return nan_where_zero(hits.top(self.depth).count.astype(np.float64), n_relevant)
