"""Cumulated gain of the ideal ranking at a rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.element_gains import Setting, ideal_ranking
from partwise.gains.quantisations import Quant, checked
from partwise.kernels.curves import height_at
from partwise.kernels.trees.near_misses import Ideal
from partwise.language.component import Measure, param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class xCI(Measure):
    r"""Cumulated gain of the ideal ranking: the most that k results can earn.

    .. math:: xCI[k] = \sum_{i=1}^{k} I[i]

    :math:`I` holds the values of the ideal elements in decreasing order. It
    says something about the topic, nothing about the run.

    Parameters
    ----------
    quant : str or table, optional
        Value of an element, as in xCG.
    ideal : {derived, full}, default derived
        derived: the best element of each path, without overlap. full: all
        elements with a value.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the ideal's end
    it stays at the total.

    References
    ----------
    Kazai and Lalmas (2006), section 5.1.
    """

    quant: Quant | None = param(None, check=checked)
    ideal: Ideal = param("derived", choices=("derived", "full"))

    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    needs: ClassVar[frozenset[str]] = frozenset({"elements", "structure"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    cutoff_required: ClassVar[bool] = True
    family: ClassVar[str] = "elements"
    question: ClassVar[str] = "How much could k elements give the reader at best?"
    undefined: ClassVar[str] = "no relevant element, or none with a value above 0"

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per topic."""
        setting = Setting(self.quant, ideal=self.ideal, owner=self.label())
        ideal = ideal_ranking(view, setting).curves
        rank = np.full(view.n_topics, self.complete().depth)
        height = height_at(ideal, np.arange(view.n_topics), rank)
        return np.where(ideal.length > 0, height, np.nan)
