"""Structural relevance in recall."""

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
class ESRR(TreeMeasure):
    r"""Expected gain, near misses included, over the recall-base.

    .. math:: ESRR@k = \frac{Hits_k + NearMisses_k}{RecallBase_k}

    Parameters
    ----------
    rel : {'binary', 'length', 'value'}, default binary
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Not monotone in k: a likely near miss that
    is returned at last counts less as a hit. With ``NoNav`` it is recall where
    no two of the trees involved share a node without being equal; with ``shared=printed``
    always.

    Examples
    --------
    The list e1, e3, e4 of EHits: .27/2 = .135, .95/1.84 = .5163 and 1 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 14.
    """

    rel: Rel = param("binary", choices=RELS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    question: ClassVar[str] = "What share of the relevance is returned or reached?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        return known.defined(known.at(known.recall(), self.depth))
