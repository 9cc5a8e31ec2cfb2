"""Structural relevance in precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.language.component import param, register
from partwise.measures.esr._base import HitRateMeasure
from partwise.navigation.expectations import Expected, ratio
from partwise.navigation.targets import RELS, Rel


@register()
class ESRP(HitRateMeasure):
    r"""Expected hits per rank.

    .. math:: ESRP@k = \frac{Hits_k}{k}

    At a recall level ``@x``: the greatest ESRP over the ranks whose ESRR is at least x.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Without a cutoff k is the length of the
    list, so values depend on how much a system returns; a cutoff beyond the list still divides
    by the cutoff. With ``NoNav`` it is precision where no two of the trees involved share
    a node without being equal; with ``shared=printed`` always.

    Examples
    --------
    The list e1, e3, e4 of EHits: 0, .42 and .5767 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 13.
    """

    rel: Rel = param(
        "binary",
        choices=RELS,
        about="Relevance of an assessed tree; with other than ``binary`` values exceed 1.",
    )

    cutoffs = frozenset({int, float})
    question = "How many hits, not seen before, does a rank bring?"

    def value_of(self, known: Expected) -> Values:
        found = self.hits_down_to(known)
        if self.level is not None:
            precision = found / known.rank
            values = known.interpolated(precision, known.recall(), float(self.level))
        else:
            hits = known.at(found, self.depth)
            values = ratio(hits, known.depth(self.depth).astype(np.float64))
        return known.defined(values)
