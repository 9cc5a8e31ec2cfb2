"""Expected recall-base."""

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
class ERecallBase(TreeMeasure):
    r"""Expected relevance that a user of the list could gain at most.

    .. math:: RecallBase = Hits + NearMisses + Misses

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Shrinks with the
    redundancy of the list.

    Examples
    --------
    The list e1, e3, e4 of EHits: 2, 1.84 and 1.73 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 11.
    """

    rel: Rel = param("binary", choices=RELS)

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    question: ClassVar[str] = "How much relevance is left to gain, redundancy taken off?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        return known.defined(known.at(known.base, self.depth, known.total))
