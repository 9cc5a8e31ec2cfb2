"""Character recall."""

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
class CharR(Measure):
    r"""Character recall of the first k parts; of the whole run without a cutoff.

    .. math::

        CharR@k = \frac{1}{T_{rel}} \sum_{i \le k} rsize(p_i), \qquad
        rsize(p) = rel(p) - (1 - tolerance) \cdot rov(p)

    rel(p) counts the relevant characters of a part, rov(p) those of them that lie in
    any higher-ranked part; :math:`T_{rel}` is the topic's relevant text.

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
    At most 1 with tolerance 0, where it is the recall of the union; repeated text may
    push it above 1 with a greater tolerance. NaN for a topic without relevant text.

    References
    ----------
    HiXEval: Pehcevski and Thom (2005); Ali, Consens and Lalmas, Extended Structural
    Relevance Framework, section 6.2, equations 15 and 17.
    """

    tolerance: float = param(0.0, low=0, high=1)
    budget: int | None = param(None, kind=int, low=1, without=NO_BUDGET)
    unit: Unit = param("characters", choices=UNITS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    beyond: ClassVar[str] = "above 1 possible with tolerance > 0"
    needs: ClassVar[frozenset[str]] = frozenset({"highlights"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "focused"
    question: ClassVar[str] = "How much of the relevant text do I get (for N characters)?"
    undefined: ClassVar[str] = "no relevant text"

    def exceeds(self) -> bool:
        """Repeated text counts again where it is tolerated."""
        return self.tolerance > 0

    def check(self) -> None:
        """Refuse a budget beside a cutoff."""
        check_budget(self)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        parts, name, k = parts_read(view, self), self.label(), self.depth
        seen, n_characters = parts.seen(name, k), view.assessments.n_characters(name)
        fresh = segment_count(seen.fresh_relevant, parts.offsets, k)
        again = segment_count(seen.relevant, parts.offsets, k) - fresh
        return nan_where_zero(ratio(fresh + self.tolerance * again, n_characters), n_characters)
