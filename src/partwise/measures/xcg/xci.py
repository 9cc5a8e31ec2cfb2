"""Cumulated gain of the ideal ranking at a rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.gains.quantisations import Quant
from partwise.geometry.view import View
from partwise.kernels.curves import height_at
from partwise.kernels.trees.near_misses import Ideal
from partwise.language.component import register
from partwise.language.fields import Auto
from partwise.measures._kinds import RankedElementsMeasure, quant
from partwise.measures.xcg._base import IDEAL
from partwise.measures.xcg.element_gains import Setting, ideal_ranking


@register()
class xCI(RankedElementsMeasure):
    r"""Cumulated gain of the ideal ranking: the most that k results can earn.

    .. math:: xCI[k] = \sum_{i=1}^{k} I[i]

    :math:`I` holds the values of the ideal elements in decreasing order. It
    says something about the topic, nothing about the run.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the ideal's end
    it stays at the total.

    References
    ----------
    Kazai and Lalmas (2006), section 5.1.
    """

    quant: Quant | Auto = quant("Value of an element, as in xCG.")
    ideal: Ideal = IDEAL

    bounds = (0.0, np.inf)
    cutoff_required = True
    question = "How much could k elements give the reader at best?"

    def values(self, view: View) -> Values:
        setting = Setting(self.quant, ideal=self.ideal, owner=self.label())
        ideal = ideal_ranking(view, setting).curves
        rank = np.full(view.n_topics, self.complete().depth)
        height = height_at(ideal, np.arange(view.n_topics), rank)
        return np.where(ideal.length > 0, height, np.nan)
