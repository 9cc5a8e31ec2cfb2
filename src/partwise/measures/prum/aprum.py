"""Average PRUM."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.probability.effort import Novelty
from partwise.language.component import Measure, param, register, slot
from partwise.measures.prum.curve import curves
from partwise.navigation.targets import IDEALS, Ideals
from partwise.navigation.walks import check_independent, recall_value
from partwise.users.base import Navigation

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAPRUM",))
class APRUM(Measure):
    r"""Mean of PRUM over all recall values.

    .. math:: APRUM = \frac{1}{m} \sum_{r=1}^{m} PRUM(r)

    Parameters
    ----------
    levels : int, optional
        Mean over this many equally spaced recall levels from 0 to 1 of the interpolated value
        instead; 101 gives levels 0, .01, ..., 1.
    nav, elements, novelty, ideals
        As in PRUM.

    Notes
    -----
    NaN without ideals. ``@k`` cuts the run at k results first.

    Examples
    --------
    The list ``c d a b`` of PRUM's example: (.6914 + .6356) / 2 = .6635.

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), section 3.
    """

    levels: int | None = param(None, kind=int, low=2, without="default: none (all recall values)")
    nav: Navigation | None = slot(None, family=Navigation)
    elements: int | None = param(None, kind=int, low=1)
    novelty: Novelty = param("noisy-or", choices=("noisy-or", "exact"))
    ideals: Ideals = param("auto", choices=IDEALS)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"ideals", "structure or inventory"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "navigation"
    question: ClassVar[str] = "How precise is the list for navigating users, whatever they want?"
    undefined: ClassVar[str] = "no ideals"

    def check(self) -> None:
        """Refuse models whose chances are not independent."""
        check_independent("APRUM", self.nav)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        rows = curves(
            view,
            nav=self.nav,
            ideals=self.ideals,
            depth=self.depth,
            elements=self.elements,
            novelty=self.novelty,
            measure="APRUM",
        )
        return np.array([np.nan if row is None else self._mean(row) for row in rows])

    def _mean(self, row: NDArray[np.float64]) -> float:
        if self.levels is None:
            return float(row.mean())
        best = np.maximum.accumulate(row[::-1])[::-1]
        steps = self.levels - 1
        at = [recall_value(Fraction(j, steps), row.size) - 1 for j in range(self.levels)]
        return float(best[at].mean())
