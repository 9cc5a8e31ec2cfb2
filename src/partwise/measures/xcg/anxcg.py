"""Average normalised cumulated gain."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.curves import mean_ratio
from partwise.language.component import register
from partwise.measures.xcg._base import GainMeasure


@register(aliases=("MAnxCG",))
class AnxCG(GainMeasure):
    r"""Average normalised cumulated gain over the ranks 1 to k.

    .. math:: AnxCG[k] = \frac{1}{k} \sum_{i=1}^{k} \frac{xCG[i]}{xCI[i]}

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
    Always k terms, also for shorter runs.

    References
    ----------
    Kazai and Lalmas (2006), equation 6.
    """

    cutoff_required = True
    question = "How well do the first ranks do against the ideal, on average over k ranks?"

    def values(self, view: View) -> Values:
        gains = self.gains(view)
        return gains.within(mean_ratio(gains.run, gains.ideal, self.complete().depth or 1))
