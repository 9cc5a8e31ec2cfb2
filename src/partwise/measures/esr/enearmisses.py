"""Expected near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.targets import RELS, Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class ENearMisses(TreeMeasure):
    r"""Expected relevance of trees that the list does not return but leads to.

    .. math:: NearMisses = \sum_{a \in A \setminus R} rel(a)\, p(a; R)

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Falls when a near miss is returned at last.

    Examples
    --------
    The list e1, e3, e4 of EHits: .16 + .11 = .27 after rank 1, .11 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 10.
    """

    rel: Rel = param("binary", choices=RELS)

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    question: ClassVar[str] = "How much relevance is not returned but reached by navigating?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        return known.defined(known.at(known.gains.near, self.depth))
