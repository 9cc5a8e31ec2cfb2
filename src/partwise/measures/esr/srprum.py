"""PRUM by structural relevance."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.curves import Curves, height_at
from partwise.language.component import param, register
from partwise.measures.esr._base import TreeMeasure
from partwise.navigation.expectations import SLACK, ratio


@register()
class SRPRUM(TreeMeasure):
    r"""Expected gain per rank, at the first rank that satisfies the user.

    .. math::

        SRPRUM = \frac{Hits_C + NearMisses_C}{C}, \qquad C = \min \{k : ESRR@k \ge r\}

    Notes
    -----
    Relevance is binary. NaN without assessed trees; 0 for an empty run.
    ``@k`` cuts the run at k results first.

    Examples
    --------
    The list e1, e3, e4 of EHits reaches recall 1 at rank 3: 1.73/3 = .5767.

    References
    ----------
    Ali, Consens and Lalmas (2012), equations 27 to 29.
    """

    r: float = param(1.0, low=0, high=1, about="Recall that the user wants, by ESRR.")
    unreached: Literal["length", "zero"] = param(
        "length",
        choices=("length", "zero"),
        about="A list that never reaches r: C is its length (which favours short lists), or the "
        "value is 0.",
    )

    question = "How much does a rank bring to a user who stops when satisfied?"

    def values(self, view: View) -> Values:
        known = self.expected(view, "binary")
        reached = known.recall() >= self.r - SLACK
        rank = np.where(reached, known.rank, np.iinfo(np.int64).max)
        first = np.full(known.length.size, np.iinfo(np.int64).max)
        np.minimum.at(first, known.topic, rank)
        length = known.length if self.depth is None else np.minimum(known.length, self.depth)
        never = first > length
        stop = np.where(never, length, first)
        words = "{n:topic} {n:does|do} not reach the recall that {measures} {measures:asks|ask} for"
        view.notes.add(words, n=int((never & (known.n_targets > 0)).sum()), measures=[repr(self)])
        found = height_at(Curves(known.found, known.offsets), np.arange(stop.size), stop)
        values = ratio(found, stop.astype(np.float64))
        if self.unreached == "zero":
            values = np.where(never, 0.0, values)
        return known.defined(values)
