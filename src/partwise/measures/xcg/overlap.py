"""Share of results that overlap other results."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import owners, rank_in_segment, segment_count, top
from partwise.language.component import Better, Measure, param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class Overlap(Measure):
    r"""Share of the elements in the top k that share text with another one.

    .. math:: Overlap@k = \frac{|\{i \le k : \exists j \ne i, j \le k,\
        c_i \text{ contains, lies in or equals } c_j\}|}{\min(k, n)}

    :math:`n` is the length of the run.

    Parameters
    ----------
    direction : {any, seen}, default any
        any: another result anywhere in the top k. seen: one at an earlier rank.

    Notes
    -----
    Uses no judgements and is always defined; 0 for an empty list. A repeated
    element overlaps. Results that are no elements overlap nothing.

    References
    ----------
    Kazai and Lalmas (2006), section 6.3.
    """

    direction: str = param("any", choices=("any", "seen"))

    better: ClassVar[Better] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"structure"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "elements"
    question: ClassVar[str] = "How many results repeat text of other results?"
    undefined: ClassVar[str] = "never"

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per topic."""
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
        share: NDArray[np.float64] = segment_count(overlaps, offsets) / np.maximum(present, 1)
        return share
