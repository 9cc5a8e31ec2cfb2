"""Average interpolated character precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.ragged import greatest_from, segment_sum
from partwise.kernels.ranked import nan_where_zero
from partwise.kernels.recall_levels import n_levels
from partwise.language.component import Measure, param, register
from partwise.measures.characters.curve import curve

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAiP",))
class AiP(Measure):
    r"""Average interpolated character precision.

    .. math::

        AiP = \frac{1}{points} \sum_{i=0}^{points-1} iP@\tfrac{i}{points-1}

    Parameters
    ----------
    tolerance : float, default 0
        0: text already seen earns nothing; 1: overlap is ignored.
    points : int, default 101
        Recall levels, evenly spaced from 0 to 1.

    Notes
    -----
    ``@k`` keeps only the first k parts. NaN for a topic without relevant text.

    References
    ----------
    Kamps et al. (2008), INEX 2007 evaluation measures (MAiP); Ali, Consens and Lalmas,
    Extended Structural Relevance Framework, section 7.
    """

    tolerance: float = param(0.0, low=0, high=1)
    points: int = param(101, low=2)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"highlights", "lengths of whole documents"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "focused"
    question: ClassVar[str] = "How relevant is the text shown, over all levels of recall?"
    undefined: ClassVar[str] = "no relevant text"

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        at = curve(view, self.tolerance, self.label(), self.depth)
        reached = n_levels(at.gained, at.total, at.unit, self.points)
        newly = np.diff(reached, prepend=0)
        head = at.offsets[:-1][np.diff(at.offsets) > 0]
        newly[head] = reached[head]
        # A level is worth the greatest precision from the part that reaches it on.
        best = greatest_from(at.precision, at.offsets)
        total = segment_sum(newly * best, at.offsets)
        return nan_where_zero(total / self.points, view.assessments.n_characters(self.label()))
