"""Gain-recall at a rank."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class gr(GainMeasure):
    r"""Gain-recall: the share of all there is to earn that k results have earned.

    .. math:: gr[k] = \frac{xCG[k]}{T}, \qquad T = \sum_j I[j]

    :math:`T` is what all ideal elements are worth together.

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

    References
    ----------
    Kazai and Lalmas (2006), equation 14.
    """

    cutoff_required = True
    question = "What share of the total achievable gain do the top k elements collect?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(gains.at(self.depth) / gains.total)
