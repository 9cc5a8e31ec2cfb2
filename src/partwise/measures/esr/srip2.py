"""Structural relevance in interpolated precision, near misses included."""

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
class SRiP2(TreeMeasure):
    r"""Expected hits and near misses over the characters shown.

    .. math:: SRiP2@k = \frac{Hits_k + NearMisses_k}{\sum_{i \le k} size(t_i)}

    At a recall level ``@x``: the greatest SRiP2 over the ranks whose SRiR2 is at least x.

    Parameters
    ----------
    rel : {'length', 'binary', 'value'}, default length
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run and where nothing is shown. The size of a
    tree is that of the union of its nodes. Can exceed 1.

    Examples
    --------
    Lengths 100, 100, 20 of e1, e2, e6; steps e1 to e3 .16, to e4 .11, e2 to e4 .133: the list
    e1, e2, e6 gets 7/100 = .07, 9.367/200 = .0468 and 9.367/220 = .0426 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 30.
    """

    rel: Rel = param("length", choices=("length", "binary", "value"))

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cutoffs: ClassVar[frozenset[type]] = frozenset({int, float})
    question: ClassVar[str] = "How much relevance is returned or reached per character shown?"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        precision = ratio(known.found, known.shown("SRiP2"))
        if self.level is not None:
            recall = ratio(known.found, known.total[known.known.scene.topic])
            return known.defined(known.interpolated(precision, recall, float(self.level)))
        return known.defined(known.at(precision, self.depth))
