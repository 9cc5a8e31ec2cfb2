"""Character precision."""

from __future__ import annotations

from typing import Literal

from partwise._typing import Values
from partwise.errors import ParameterError
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.characters._base import SizeMeasure

Repeats = Literal["count", "free"]


@register()
class CharP(SizeMeasure):
    r"""Character precision of the first k parts; of the whole run without a cutoff.

    .. math::

        CharP@k = \frac{\sum_{i \le k} rsize(p_i)}{\sum_{i \le k} size(p_i)}, \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part, size(p) all its characters.

    Notes
    -----
    A short run is not padded. A copy of a part costs its full size, unless ``repeats=free``:
    then it is the precision of the union of the parts. NaN for a topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 16.
    """

    repeats: Repeats = param(
        "count",
        choices=("count", "free"),
        about="Whether text that was shown before counts again, or costs nothing.",
    )

    knows_copies = True
    question = "How much of the text shown is relevant?"

    def check(self) -> None:
        """Refuse a tolerance where repeated text costs nothing."""
        super().check()
        if self.repeats == "free" and self.tolerance:
            raise ParameterError(self.label(), "tolerance", self.tolerance, "0 with repeats=free")

    def values(self, view: View) -> Values:
        parts, name, k = self.parts_read(view), self.label(), self.depth
        size = parts.size(name, k)
        counted = parts.fresh if self.repeats == "free" else size
        shown = segment_count(counted, parts.offsets, k)
        value = ratio(self.gained(parts), shown)
        return nan_where_zero(value, view.assessments.n_characters(name))
