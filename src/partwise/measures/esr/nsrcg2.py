"""Normalised cumulated gain by structural relevance, near misses included."""

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
class NSRCG2(TreeMeasure):
    r"""Expected hits and near misses over the gain that a user desires for k ranks.

    .. math:: NSRCG2@k = \frac{Hits_k + NearMisses_k}{k \, l \, RecallBase_k / m}

    Parameters
    ----------
    l : float, default 1
        Recall that the user wants.
    m : int, default 10
        Ranks in which the user wants it.
    rel : {'length', 'binary', 'value'}, default length
        Relevance of an assessed tree.
    nav, normalise, shared, ideals, units, hits
        As in EHits.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Can exceed 1. The desired gain keeps growing
    after m ranks, so values at different k are not comparable.

    Examples
    --------
    e3 and e4 hold 30 and 20 relevant characters; with l = 1 and m = 2 the list e1, e3, e4 of
    EHits gets 7/25 = .28, 27.4/45.2 = .6062 and .6667 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 32, all at k.
    """

    l: float = param(1.0, above=0, high=1)
    m: int = param(10, low=1)
    rel: Rel = param("length", choices=("length", "binary", "value"))

    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    question: ClassVar[str] = (
        "How does all gain, near misses too, compare with what a user desires?"
    )

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        known = self.expected(view)
        gain = known.at(known.found, self.depth)
        base = known.at(known.base, self.depth, known.total)
        return known.defined(ratio(gain, known.depth(self.depth) * self.l * base / self.m))
