"""Number of documents retrieved."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.documents._base import CountMeasure


@register()
class NumRet(CountMeasure):
    r"""Number of documents retrieved.

    .. math:: NumRet = |D|, \quad D \text{ the documents retrieved}

    Notes
    -----
    Defined for every topic. Saved results hold its sum over topics beside the mean.

    References
    ----------
    trec_eval's num_ret.
    """

    cutoffs = frozenset()
    question = "How long is the list of documents?"
    undefined = "never"

    def values(self, view: View) -> Values:
        return view.n_documents.astype(np.float64)
