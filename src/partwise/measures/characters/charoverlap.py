"""Repeated text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import ratio
from partwise.language.component import Better, Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class CharOverlap(Measure):
    r"""Share of the characters shown that had been shown before. Lower is better.

    .. math:: CharOverlap@k = 1 - \frac{|ret|}{\sum_{i \le k} size(p_i)}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    0 for an empty run. Needs no judgements and is always defined.

    References
    ----------
    The share of repeated text in a list; compare the set overlap of INEX (Kazai and
    Lalmas 2006).
    """

    better: ClassVar[Better] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "union"
    question: ClassVar[str] = "What share of the text shown was shown before?"
    undefined: ClassVar[str] = "never"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        parts, k = view.parts, self.depth
        shown = segment_count(parts.size(self.label(), k), parts.offsets, k)
        return ratio(shown - segment_count(parts.fresh, parts.offsets, k), shown)
