"""Average EPRUM."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum._base import NAV, WANTED, WalkMeasure
from partwise.navigation.targets import Ideals
from partwise.users.base import Navigation


@register(aliases=("MAEPRUM",))
class AEPRUM(WalkMeasure):
    r"""Mean of EPRUM over all recall values.

    .. math:: AEPRUM = \frac{1}{m} \sum_{r=1}^{m} EPRUM(r)

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

    ideals: Ideals = WANTED
    nav: NestedOrAuto[Navigation] = NAV

    question = "How close to the least effort is the list, whatever users want?"

    def values(self, view: View) -> Values:
        efforts = self.walks(view).efforts(None)
        means = [np.nan if e is None else float(e.saving.mean()) for e in efforts]
        return np.array([min(mean, 1.0) for mean in means])
