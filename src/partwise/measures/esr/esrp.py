"""Structural relevance in precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.expectations import ratio
from partwise.navigation.targets import RELS, Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class ESRP(TreeMeasure):
    r"""Expected hits per rank.

    .. math:: ESRP@k = \frac{Hits_k}{k}

    At a recall level ``@x``: the greatest ESRP over the ranks whose ESRR is at least x.

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree; with other than ``binary`` values exceed 1.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

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

    rel: Rel = param("binary", choices=RELS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "[0, infinity) with rel=length or rel=value"
    cutoffs: ClassVar[frozenset[type]] = frozenset({int, float})
    question: ClassVar[str] = "How many hits, not seen before, does a rank bring?"

    def exceeds(self) -> bool:
        """Only binary relevance is at most 1 a tree."""
        return self.rel != "binary"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        found = known.hit_ranks() if self.rel == "binary" else known.hits
        if self.level is not None:
            precision = found / known.rank
            values = known.interpolated(precision, known.recall(), float(self.level))
        else:
            hits = known.at(found, self.depth)
            values = ratio(hits, known.depth(self.depth).astype(np.float64))
        return known.defined(values)
