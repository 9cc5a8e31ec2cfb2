"""Average EPRUM."""

from __future__ import annotations

from partwise.language.component import register
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum._base import (
    EFFORT,
    NAV,
    REL,
    REVISIT,
    WANTED,
    EffortMeasure,
    LeastEffort,
    Strictness,
)
from partwise.navigation.targets import Ideals
from partwise.users.base import Navigation


@register(aliases=("MAEPRUM",))
class AEPRUM(EffortMeasure):
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
    revisit: bool = REVISIT
    effort: LeastEffort = EFFORT
    rel: Strictness = REL

    question = "How close to the least effort is the list, whatever users want?"
