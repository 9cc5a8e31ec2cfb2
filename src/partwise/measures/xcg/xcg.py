"""Cumulated gain at a rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class xCG(GainMeasure):
    r"""Extended cumulated gain: what the first k results earn together.

    .. math:: xCG[k] = \sum_{i=1}^{k} G[i]

    :math:`G[i]` is the value of the element at rank i, lowered where it or
    parts of it were seen at earlier ranks, and limited by what is left of the
    ideal elements that it is, lies in or contains.

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Not comparable between topics; see nxCG.

    References
    ----------
    Kazai and Lalmas (2006), equations 4, 8, 9 and 10.
    """

    bounds = (0.0, np.inf)
    beyond = ""
    cutoff_required = True
    question = "How much have the first k elements given the reader?"

    def values(self, view: View) -> Values:
        return self.gains(view).at(self.depth)
