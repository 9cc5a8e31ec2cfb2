"""Interpolated average effort-precision."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.measures.xcg._base import EffortMeasure


@register(aliases=("iMAep",))
class iAep(EffortMeasure):
    r"""Effort-precision averaged over equally spaced recall levels.

    .. math:: iAep = \frac{1}{p} \sum_{j=1}^{p} ep[j/p]

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
    points : int, default 10
        Number of levels 1/points, 2/points, ..., 1.

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run
    at k results first.

    References
    ----------
    Kazai and Lalmas (2006), section 5.4.
    """

    points: int = param(10, low=1, high=10_000)

    question = "How economical is the list over all recall levels?"

    def values(self, view: View) -> Values:
        level = np.arange(1, self.points + 1) / self.points
        each = self.gains(view).effort_precision(level, self.interpolation, self.depth)
        return np.asarray(each.sum(axis=1) / self.points)
