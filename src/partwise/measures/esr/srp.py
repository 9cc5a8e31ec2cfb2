"""Structural relevance in precision, by inferred relevance."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.curves import Curves, height_at
from partwise.language.component import register
from partwise.measures.esr._base import InferredMeasure


@register()
class SRP(InferredMeasure):
    r"""Relevance that returned trees inherit from their nodes and that was not seen, per rank.

    .. math:: SRP@k = \frac{1}{k} \sum_{i \le k} rel(t_i) \left(1 - p(t_i; R_{i-1})\right)

    A node is as relevant as the assessed tree that consists of it; where text
    is highlighted, a node that holds some of it is relevant (binary), by its
    number of characters (length).

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. A repeated tree gains nothing; with
    ``shared=printed`` it is paid again, as the equation literally says. A cutoff beyond the
    list divides by the cutoff.

    Examples
    --------
    e3 and e4 are assessed, the list is e1, e3, e4, and readers step from e1 to e3 with .16, to
    e4 with .11: 0, .84/2 = .42 and 1.73/3 = .5767 at ranks 1, 2, 3, as ESRP.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 12.
    """

    question = "How much relevance, inferred from nodes, does a rank bring?"

    def values(self, view: View) -> Values:
        known, summed = self.sums(view)
        length = np.diff(known.both.offsets)
        depth = length if self.depth is None else np.full(length.size, self.depth)
        curves = Curves(summed, known.both.offsets)
        total = height_at(curves, np.arange(length.size), depth)
        return self.mean(known, total, depth.astype(np.float64))
