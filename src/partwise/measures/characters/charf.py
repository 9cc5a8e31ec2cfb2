"""F of character sets."""

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
class CharF(Measure):
    r"""F of precision and recall of the union of parts.

    .. math:: CharF@k = \frac{(1+\beta^2)\,|ret \cap rel|}{\beta^2\,T_{rel} + |ret|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Parameters
    ----------
    beta : float, default 1
        Below 1 favours precision.
    multiset : bool, default False
        Charge every copy: precision divides by the sum of sizes. It is then exactly
        the F of CharP and CharR.
    budget : int, optional
        Stop reading after this many characters or tokens; the last part is truncated.
    unit : {'characters', 'tokens'}, default characters
        What the budget counts.

    Notes
    -----
    NaN for a topic without relevant text.

    References
    ----------
    van Rijsbergen (1979), chapter 7.
    """

    beta: float = param(1.0, above=0)
    multiset: bool = param(False)
    budget: int | None = param(None, kind=int, low=1, without=NO_BUDGET)
    unit: Unit = param("characters", choices=UNITS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "union"
    question: ClassVar[str] = "How well do the parts together balance precision and recall?"
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
        square = self.beta**2
        value = ratio((1 + square) * both, square * n_characters + shown)
        return nan_where_zero(value, n_characters)
