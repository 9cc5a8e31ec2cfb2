"""Effort-precision at a recall level."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.xcg._base import EffortMeasure


@register()
class ep(EffortMeasure):
    r"""Effort-precision: ideal effort over the run's effort at a gain-recall level.

    .. math:: ep[x] = \frac{rank(I, xT)}{rank(G, xT)}

    :math:`rank(V, g)` is the rank, with a fraction, at which the cumulated
    gain of :math:`V` reaches :math:`g`; ``linear``: :math:`i-1+(g-b)/(a-b)`,
    ``inex2005``: :math:`i-1+g/a`, with :math:`b`, :math:`a` the cumulated gain
    before and at the first rank :math:`i` that reaches it.

    Notes
    -----
    NaN for a topic without an element of value above 0; 0 where the run never
    reaches the level.

    References
    ----------
    Kazai and Lalmas (2006), equation 13; table II is ``interpolation=inex2005``.
    """

    cutoffs = frozenset({float})
    cutoff_required = True
    question = "How many ranks would an ideal list need, compared with this one?"

    def values(self, view: View) -> Values:
        level = np.array([float(self.complete().level or 1)])
        return self.gains(view).effort_precision(level, self.interpolation)[:, 0]
