"""Expected misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import Better, param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.targets import RELS, Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class EMisses(TreeMeasure):
    r"""Expected relevance of trees that the list neither returns nor leads to.

    .. math:: Misses = \sum_{a \in A \setminus R} rel(a) \left(1 - p(a; R)\right)

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Lower is better.

    Examples
    --------
    The list e1, e3, e4 of EHits: .84 + .89 = 1.73 after rank 1, .89 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 9.
    """

    rel: Rel = param("binary", choices=RELS)

    better: ClassVar[Better] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    question: ClassVar[str] = "How much relevance stays out of reach?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        misses = np.maximum(known.gains.left - known.gains.near, 0.0)
        return known.defined(known.at(misses, self.depth, known.total))
