"""Intersection over union of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.geometry.budget import NO_BUDGET, UNITS, Unit, check_budget, parts_read
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import Measure, param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class CharIoU(Measure):
    r"""Intersection over union of retrieved and relevant characters.

    .. math:: CharIoU@k = \frac{|ret \cap rel|}{|ret \cup rel|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Parameters
    ----------
    multiset : bool, default False
        Charge every copy: the denominator is the sum of sizes + \|rel ∖ ret\|.
    budget : int, optional
        Stop reading after this many characters or tokens; the last part is truncated.
    unit : {'characters', 'tokens'}, default characters
        What the budget counts.

    Notes
    -----
    For sets it ranks single topics as CharF does: IoU = F / (2 - F); means may differ.
    NaN for a topic without relevant text.

    References
    ----------
    Jaccard (1901); with ``multiset=True`` the IoU of Chroma's chunking_evaluation (2024).
    """

    multiset: bool = param(False)
    budget: int | None = param(None, kind=int, low=1, without=NO_BUDGET)
    unit: Unit = param("characters", choices=UNITS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "union"
    question: ClassVar[str] = "How closely does the text shown match the relevant text?"
    undefined: ClassVar[str] = "no relevant text"

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        parts, name, k = parts_read(view, self), self.label(), self.depth
        size, n_characters = parts.size(name, k), view.assessments.n_characters(name)
        both = segment_count(parts.seen(name, k).fresh_relevant, parts.offsets, k)
        shown = segment_count(size if self.multiset else parts.fresh, parts.offsets, k)
        return nan_where_zero(ratio(both, shown + n_characters - both), n_characters)
