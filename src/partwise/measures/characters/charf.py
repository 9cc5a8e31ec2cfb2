"""F of character sets."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures._kinds import BUDGET, UNIT, Unit
from partwise.measures.characters._base import SetMeasure


@register()
class CharF(SetMeasure):
    r"""F of precision and recall of the union of parts.

    .. math:: CharF@k = \frac{(1+\beta^2)\,|ret \cap rel|}{\beta^2\,T_{rel} + |ret|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    NaN for a topic without relevant text.

    References
    ----------
    van Rijsbergen (1979), chapter 7.
    """

    beta: float = param(1.0, above=0, about="Below 1 favours precision.")
    multiset: bool = param(
        False,
        about="Charge every copy: precision divides by the sum of sizes. It is then exactly the F "
        "of CharP and CharR.",
    )
    budget: int | None = BUDGET
    unit: Unit = UNIT

    knows_copies = True
    question = "How well do the parts together balance precision and recall?"

    def values(self, view: View) -> Values:
        both, shown, relevant = self.sizes(view)
        square = self.beta**2
        value = ratio((1 + square) * both, square * relevant + shown)
        return nan_where_zero(value, relevant)
