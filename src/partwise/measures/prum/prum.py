"""Precision and recall with user modelling."""

from __future__ import annotations

from partwise._typing import Reals
from partwise.kernels.probability.effort import Novelty
from partwise.language.component import param, register
from partwise.language.fields import AUTO, Auto
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum._base import (
    HOW_NEW,
    NAV,
    REL,
    REVISIT,
    PrecisionMeasure,
    RecallValueMeasure,
    Strictness,
    wanted,
)
from partwise.navigation.targets import IDEALS, Ideals
from partwise.users.base import Navigation


@register()
class PRUM(RecallValueMeasure, PrecisionMeasure):
    r"""Precision at a recall value, for users who may navigate from what they consult.

    A user walks down the list until ``r`` ideal units are seen, and then
    through the rest of the collection in random order. PRUM is the expected
    number of consulted ranks that lead to an ideal not seen before, over the
    expected number of consulted ranks.

    .. math::

        PRUM(r) = \frac
        {\sum_{i} \sum_{s<r} f_{i-1}(s) N_i(s) + \sum_{s<r} f_o(s) (r-s)}
        {\sum_{i} \sum_{s<r} f_{i-1}(s)
         + \sum_{s<r} f_o(s) (r-s) \left(1 + \frac{u-(m-s)}{m-s+1}\right)}

    where :math:`f_i(s)` is the probability of having seen s of the m ideals
    after rank i, :math:`N_i(s)` that rank i then shows a new one, and u the
    number of units outside the list.

    Notes
    -----
    NaN without ideals, and where ``r`` exceeds their number. An empty run gets
    (m + 1) / (elements + 1). A repeated result keeps its rank and leads nowhere.
    Ideals that are trees of several nodes are seen by the share of their nodes, as in ESR.

    Examples
    --------
    The list ``c d a b`` with ideals ``a``, ``b``; ``c`` leads to each with .4, ``d`` with .6 and
    .4: PRUM(r=1) = 1/1.4464 = .6914, PRUM(r=2) = 1.7248/2.7136 = .6356, exact .6462.

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), equations 5 to 8.
    """

    r: int | None = wanted(
        r"Recall value. With a recall level ``@x`` instead: the greatest PRUM(r) over "
        r":math:`r \ge \max(1, \lceil x m \rceil)`. An integer cutoff ``@k`` cuts the run "
        "first and needs ``r``."
    )
    nav: NestedOrAuto[Navigation] = NAV
    elements: int | Auto = param(
        AUTO,
        kind=int,
        low=1,
        about="Retrievable units of the collection. Default: the elements of the structure; for "
        "passages the parts of the inventory and whatever else is ideal or returned.",
    )
    novelty: Novelty = param(
        "noisy-or",
        choices=HOW_NEW,
        about="The paper's approximation of N, or its exact value under independent ideals. The "
        "approximation is never above the exact value.",
    )
    ideals: Ideals = param(
        "auto",
        choices=IDEALS,
        about="What is ideal: judged elements or trees, the derived ideal elements where (e, s) "
        "are given, else every highlighted span; ``elements`` derives elements from highlights.",
    )
    revisit: bool = REVISIT
    rel: Strictness = REL

    question = "How many of the ranks consulted lead a navigating user to something?"

    def at_level(self, onward: Reals) -> float:
        """Greatest value at or above the recall level."""
        return float(onward.max())
