"""Structural relevance in interpolated precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.expectations import ratio
from partwise.navigation.targets import Rel

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class SRiP(TreeMeasure):
    r"""Expected hits over the characters shown.

    .. math:: SRiP@k = \frac{Hits_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP over the ranks whose SRiR2 is at least x.

    Parameters
    ----------
    rel : {'length', 'binary', 'value'}, default length
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. At most 1 with ``rel=length``.

    Examples
    --------
    Lengths 100, 30, 20 of e1, e3, e4, the list e1, e3, e4 of EHits: 0, 25.2/130 = .1938 and
    43/150 = .2867 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 18.
    """

    rel: Rel = param("length", choices=("length", "binary", "value"))

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cutoffs: ClassVar[frozenset[type]] = frozenset({int, float})
    question: ClassVar[str] = "How much of the text shown is relevant and not seen before?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        precision = ratio(known.hits, known.shown("SRiP"))
        if self.level is not None:
            recall = ratio(known.found, known.total[known.known.scene.topic])
            return known.defined(known.interpolated(precision, recall, float(self.level)))
        return known.defined(known.at(precision, self.depth))
