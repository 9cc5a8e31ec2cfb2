"""Structural relevance in interpolated recall, near misses included."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.recall_bases import BASES, Base, recall_of
from partwise.navigation.targets import Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class SRiR2(TreeMeasure):
    r"""Expected hits and near misses over all relevance.

    .. math:: SRiR2@k = \frac{Hits_k + NearMisses_k}{T_{rel}}

    Parameters
    ----------
    rel : {'length', 'binary', 'value'}, default length
        Relevance of an assessed tree.
    base : {'total', 'collection', 'expected'}, default total
        :math:`T_{rel}`: the relevance of all assessed trees; the highlighted characters of the
        topic, each once (the paper's; recall can exceed 1 where assessed trees nest); or the
        recall-base at k.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. With ``base=total`` a list with any
    redundancy never reaches 1.

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; the list e1, e3, e4 of EHits gets 7/50 = .14,
    27.4/50 = .548 and 43/50 = .86 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 31.
    """

    rel: Rel = param("length", choices=("length", "binary", "value"))
    base: Base = param("total", choices=BASES)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "above 1 possible with base=collection"
    question: ClassVar[str] = "What share of the relevant text is returned or reached?"

    def exceeds(self) -> bool:
        """Nested assessed trees hold more than their characters, each once."""
        return self.base == "collection"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        return recall_of(known, known.found, self.base, self.depth)
