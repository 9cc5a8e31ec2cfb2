"""Expected misses."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import CountMeasure
from partwise.navigation.expectations import Expected


@register()
class EMisses(CountMeasure):
    r"""Expected relevance of trees that the list neither returns nor leads to.

    .. math:: Misses = \sum_{a \in A \setminus R} rel(a) \left(1 - p(a; R)\right)

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Lower is better.

    Examples
    --------
    The list e1, e3, e4 of EHits: .84 + .89 = 1.73 after rank 1, .89 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 9.
    """

    better = "lower"
    question = "How much relevance stays out of reach?"

    def value_of(self, known: Expected) -> Values:
        misses = np.maximum(known.gains.left - known.gains.near, 0.0)
        return self.at_cutoff(known, misses, known.total)
