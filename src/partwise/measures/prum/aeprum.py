"""Average EPRUM."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.language.component import Measure, param, register, slot
from partwise.navigation.targets import IDEALS, Ideals
from partwise.navigation.walks import check_independent, walks
from partwise.users.base import Navigation

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("MAEPRUM",))
class AEPRUM(Measure):
    r"""Mean of EPRUM over all recall values.

    .. math:: AEPRUM = \frac{1}{m} \sum_{r=1}^{m} EPRUM(r)

    Parameters
    ----------
    ideals : {'auto', 'elements'}, default auto
        What is ideal, as in PRUM.
    nav : Navigation, optional
        User model. Default: ``Hierarchy()`` on elements, ``Window()`` on passages.

    Notes
    -----
    NaN without ideals. With ``NoNav`` it is average precision. ``@k`` cuts the run at k
    results first.

    Examples
    --------
    Ideals at ranks 1 and 3 of a list, no navigation: (1/1 + 2/3) / 2 = .8333.

    References
    ----------
    Piwowarski (2006), EPRUM metrics and INEX 2005.
    """

    ideals: Ideals = param("auto", choices=IDEALS)
    nav: Navigation | None = slot(None, family=Navigation)

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"ideals"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "navigation"
    question: ClassVar[str] = "How close to the least effort is the list, whatever users want?"
    undefined: ClassVar[str] = "no ideals"

    def check(self) -> None:
        """Refuse models whose chances are not independent."""
        check_independent("AEPRUM", self.nav)

    def values(self, view: View) -> NDArray[np.float64]:
        """One value per topic."""
        walked = walks(view, self.nav, self.ideals, self.depth, "AEPRUM")
        means = [np.nan if e is None else float(e.saving.mean()) for e in walked.efforts(None)]
        return np.array([min(mean, 1.0) for mean in means])
