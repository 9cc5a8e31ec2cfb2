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

    Parameters
    ----------
    quant : str or table, optional
        Value of an element: strict, gen or sog for grades, spec, strict2005,
        gen2005 or lifted2005 for shares, or a table ``{(e, s): value}``.
        Default: sog for grades; gen2005 for shares with e, else spec.
    tolerance : float, default 0
        0 = what was seen before earns nothing, 1 = overlap is ignored.
    norm : {bounded, literal, none}, default bounded
        bounded: the results around an ideal element never earn more than it.
        literal: as printed, elements above ideals are not charged. none: no limit.
    ideal : {derived, full}, default derived
        derived: the best element of each path, without overlap. full: all
        elements with a value.
    gain : {tree, text}, optional
        Overlap by children, or by highlighted characters (quant spec).
        Default: text on highlights with spec, else tree.

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
