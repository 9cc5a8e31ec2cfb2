"""Expected recall-base."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import TOLERANCE, CountMeasure
from partwise.navigation.expectations import Expected


@register()
class ERecallBase(CountMeasure):
    r"""Expected relevance that a user of the list could gain at most.

    .. math:: RecallBase = Hits + NearMisses + Misses

    Notes
    -----
    NaN without assessed trees; the relevance of all of them for an empty run. Shrinks with the
    redundancy of the list.

    Examples
    --------
    The list e1, e3, e4 of EHits: 2, 1.84 and 1.73 after ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 11.
    """

    tolerance: float = TOLERANCE

    question = "How much relevance is left to gain, redundancy taken off?"

    def value_of(self, known: Expected) -> Values:
        return self.at_cutoff(known, known.base, known.total)
