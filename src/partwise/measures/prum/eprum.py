"""Expected precision and recall with user modelling."""

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
    RecallValueMeasure,
    Strictness,
    wanted,
)
from partwise.navigation.targets import Ideals
from partwise.users.base import Navigation


@register()
class EPRUM(RecallValueMeasure, EffortMeasure):
    r"""How much earlier a user could have been satisfied: expected ideal effort over effort.

    .. math::

        EPRUM(r) = E[\min(1, r / K_r)] = \sum_{k=1}^{o} \min(1, r/k)
        \left( P(F_k \ge r) - P(F_{k-1} \ge r) \right)

    where :math:`K_r` is the first rank at which r ideals are seen; users who
    never get there count 0.

    Notes
    -----
    NaN without ideals, and where ``r`` exceeds their number. The ideal list
    shows one ideal a rank, so a result that leads to j ideals forgives up to
    j - 1 useless ranks before it. Not monotone in r. With ``NoNav``, EPRUM(r)
    is precision at the r-th ideal. ``effort=one`` is E[1 / K_r], never above it.

    Examples
    --------
    Paragraph c (10 words) lies in b (40), b in a (60); the list a, b, c shows c at rank 1
    with 1/6, at 2 with 5/6 x 1/4, else at 3: 1/6 + 5/24/2 + 5/8/3 = .4792.

    References
    ----------
    Piwowarski (2006), EPRUM metrics and INEX 2005; Ali, Consens and Lalmas (2012), footnote 11.
    """

    r: int | None = wanted(
        r"Recall value; with a recall level ``@x`` instead "
        r":math:`r = \max(1, \lceil x m \rceil)`, without interpolation. An integer cutoff "
        "``@k`` cuts the run first and needs ``r``."
    )
    nav: NestedOrAuto[Navigation] = NAV
    ideals: Ideals = WANTED
    revisit: bool = REVISIT
    rel: Strictness = REL
    effort: LeastEffort = EFFORT

    question = "How close to the least effort does the list satisfy a user?"
