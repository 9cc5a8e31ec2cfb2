"""Share of results that overlap other results."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import owners, rank_in_segment, segment_count, top
from partwise.language.component import param, register
from partwise.measures._kinds import RankedElementsMeasure


@register()
class Overlap(RankedElementsMeasure):
    r"""Share of the elements in the top k that share text with another one.

    .. math:: Overlap@k = \frac{|\{i \le k : \exists j \ne i, j \le k,\
        c_i \text{ contains, lies in or equals } c_j\}|}{\min(k, n)}

    :math:`n` is the length of the run.

    Notes
    -----
    Uses no judgements and is always defined; 0 for an empty list. A repeated
    element overlaps. Results that are no elements overlap nothing.

    References
    ----------
    Kazai and Lalmas (2006), section 6.3.
    """

    direction: str = param(
        "any",
        choices=("any", "seen"),
        about="any: another result anywhere in the top k. seen: one at an earlier rank.",
    )

    better = "lower"
    needs = frozenset({"structure"})
    question = "How many results repeat text of other results?"
    undefined = "never"

    def values(self, view: View) -> Values:
        elements = view.elements
        offsets, nearest = elements.offsets, elements.nearest
        row = np.arange(nearest.size)
        if self.direction == "seen":
            overlaps = nearest < row
        else:
            overlaps = nearest < top(offsets, self.depth)[owners(offsets)]
        if self.depth is not None:
            overlaps &= rank_in_segment(offsets) <= self.depth
        present = top(offsets, self.depth) - offsets[:-1]
        return np.asarray(segment_count(overlaps, offsets) / np.maximum(present, 1))
