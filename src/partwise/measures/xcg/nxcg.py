"""Normalised cumulated gain at a rank."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register()
class nxCG(GainMeasure):
    r"""Normalised cumulated gain: the first k results against the best k.

    .. math:: nxCG[k] = \frac{xCG[k]}{xCI[k]}

    :math:`xCG` is the cumulated gain of the run, :math:`xCI` that of the ideal
    elements in decreasing order of value.

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
    Past the ideal's end xCI stays at its total. Up to 1 with ``norm=bounded``;
    the other norms can give more.

    References
    ----------
    Kazai and Lalmas (2006), equation 5.
    """

    cutoff_required = True
    question = "What share of the best possible gain of k elements do the top k collect?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(gains.at(self.depth) / gains.ideal_at(self.depth))
