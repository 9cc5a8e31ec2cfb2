"""Expected near misses."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import CountMeasure
from partwise.navigation.expectations import Expected


@register()
class ENearMisses(CountMeasure):
    r"""Expected relevance of trees that the list does not return but leads to.

    .. math:: NearMisses = \sum_{a \in A \setminus R} rel(a)\, p(a; R)

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Falls when a near miss is returned at last.

    Examples
    --------
    The list e1, e3, e4 of EHits: .16 + .11 = .27 after rank 1, .11 after rank 2, then 0.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 10.
    """

    question = "How much relevance is not returned but reached by navigating?"

    def value_of(self, known: Expected) -> Values:
        return self.at_cutoff(known, known.gains.near)
