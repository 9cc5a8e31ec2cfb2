"""Character precision."""

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
class CharP(Measure):
    r"""Character precision of the first k parts; of the whole run without a cutoff.

    .. math::

        CharP@k = \frac{\sum_{i \le k} rsize(p_i)}{\sum_{i \le k} size(p_i)}, \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part, size(p) all its characters.

    Parameters
    ----------
    tolerance : float, default 0
        0: text already seen earns nothing; 1: overlap is ignored.
    budget : int, optional
        Stop reading after this many characters or tokens; the last part is truncated.
    unit : {'characters', 'tokens'}, default characters
        What the budget counts.

    Notes
    -----
    A short run is not padded. A copy of a part always costs its full size. NaN for a
    topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 16.
    """

    tolerance: float = param(0.0, low=0, high=1)
    budget: int | None = param(None, kind=int, low=1, without=NO_BUDGET)
    unit: Unit = param("characters", choices=UNITS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "focused"
    question: ClassVar[str] = "How much of the text shown is relevant?"
    undefined: ClassVar[str] = "no relevant text"

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        parts, name, k = parts_read(view, self), self.label(), self.depth
        size, seen = parts.size(name, k), parts.seen(name, k)
        fresh = segment_count(seen.fresh_relevant, parts.offsets, k)
        again = segment_count(seen.relevant, parts.offsets, k) - fresh
        shown = segment_count(size, parts.offsets, k)
        value = ratio(fresh + self.tolerance * again, shown)
        return nan_where_zero(value, view.assessments.n_characters(name))
