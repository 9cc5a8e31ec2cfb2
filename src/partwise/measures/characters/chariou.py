"""Intersection over union of characters."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures._kinds import BUDGET, UNIT, Unit
from partwise.measures.characters._base import SetMeasure


@register()
class CharIoU(SetMeasure):
    r"""Intersection over union of retrieved and relevant characters.

    .. math:: CharIoU@k = \frac{|ret \cap rel|}{|ret \cup rel|}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    For sets it ranks single topics as CharF does: IoU = F / (2 - F); means may differ.
    NaN for a topic without relevant text.

    References
    ----------
    Jaccard (1901); with ``multiset=True`` the IoU of Chroma's chunking_evaluation (2024).
    """

    multiset: bool = param(
        False, about=r"Charge every copy: the denominator is the sum of sizes + \|rel ∖ ret\|."
    )
    budget: int | None = BUDGET
    unit: Unit = UNIT

    knows_copies = True
    question = "How closely does the text shown match the relevant text?"

    def values(self, view: View) -> Values:
        both, shown, relevant = self.sizes(view)
        return nan_where_zero(ratio(both, shown + relevant - both), relevant)
