"""Average PRUM."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from partwise._typing import Reals
from partwise.kernels.probability.effort import Novelty
from partwise.language.component import param, register, slot
from partwise.language.fields import AUTO, Auto
from partwise.language.slots import NestedOrAuto
from partwise.measures.prum._base import HOW_NEW, REL, REVISIT, PrecisionMeasure, Strictness
from partwise.navigation.targets import IDEALS, Ideals
from partwise.navigation.walks import recall_value
from partwise.users.base import Navigation


@register(aliases=("MAPRUM",))
class APRUM(PrecisionMeasure):
    r"""Mean of PRUM over all recall values.

    .. math:: APRUM = \frac{1}{m} \sum_{r=1}^{m} PRUM(r)

    Examples
    --------
    The list ``c d a b`` of PRUM's example: (.6914 + .6356) / 2 = .6635.

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), section 3.
    """

    levels: int | None = param(
        None,
        kind=int,
        low=2,
        without="default: none (all recall values)",
        about="Mean over this many equally spaced recall levels from 0 to 1 of the interpolated "
        "value instead; 101 gives levels 0, .01, ..., 1.",
    )
    nav: NestedOrAuto[Navigation] = slot(default=AUTO, family=Navigation, about="As in PRUM.")
    elements: int | Auto = param(AUTO, kind=int, low=1, about="As in PRUM.")
    novelty: Novelty = param("noisy-or", choices=HOW_NEW, about="As in PRUM.")
    ideals: Ideals = param("auto", choices=IDEALS, about="As in PRUM.")
    revisit: bool = REVISIT
    rel: Strictness = REL

    question = "How precise is the list for navigating users, whatever they want?"

    def of_row(self, row: Reals) -> float:
        """Mean over recall values, or over levels."""
        if self.levels is None:
            return super().of_row(row)
        best = np.maximum.accumulate(row[::-1])[::-1]
        steps = self.levels - 1
        at = [recall_value(Fraction(j, steps), row.size) - 1 for j in range(self.levels)]
        return float(best[at].mean())
