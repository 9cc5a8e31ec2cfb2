"""Expected shrinkage."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import TOLERANCE, CountMeasure
from partwise.navigation.expectations import Expected


@register()
class EShrinkage(CountMeasure):
    r"""Expected relevance that hits lost because it was seen before.

    .. math::

        Shrinkage = \sum_{a \in A} rel(a) - Hits - NearMisses - Misses

    What redundancy took and, with ``tolerance`` below 1, overlap.

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Lower is better. With EHits, ENearMisses
    and EMisses it adds up to the relevance of all assessed trees.

    Examples
    --------
    The list e1, e3, e4 of EHits: e3 was seen with .16 and e4 with .11 before they are
    returned: 0, .16 and .27 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), footnote 3.
    """

    tolerance: float = TOLERANCE

    better = "lower"
    question = "How much relevance did hits lose because it was seen before?"

    def value_of(self, known: Expected) -> Values:
        return self.at_cutoff(known, known.gains.shrunk)
