"""Average effort-precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import EffortMeasure


@register(aliases=("MAep",))
class Aep(EffortMeasure):
    r"""Effort-precision averaged over the results that earn something.

    .. math:: Aep = \frac{1}{N} \sum_{i:\,G[i]>0} \frac{rank(I, \min(xCG[i], T))}{i}

    :math:`N` counts the ranks that earn something and the ideal elements that
    no rank touches; each of those is a term of 0.

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
    interpolation : {linear, inex2005}, default linear
        linear between ranks; inex2005 reproduces the paper's Table II.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    question = "How economical is the list, read at each useful result?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        at = np.flatnonzero(gains.earning)
        topic = gains.owner[at]
        height = np.minimum(gains.run.height[at], gains.total[topic])
        ideal = gains.ideal_rank(topic, height, self.interpolation)
        return gains.mean_over_finds(ideal / gains.rank[at], self.depth)
