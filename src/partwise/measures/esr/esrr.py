"""Structural relevance in recall."""

from __future__ import annotations

from partwise._typing import Values
from partwise.language.component import register
from partwise.measures.esr._base import TOLERANCE, CountMeasure
from partwise.navigation.expectations import Expected


@register()
class ESRR(CountMeasure):
    r"""Expected gain, near misses included, over the recall-base.

    .. math:: ESRR@k = \frac{Hits_k + NearMisses_k}{RecallBase_k}

    Notes
    -----
    NaN without assessed trees; 0 for an empty run. Not monotone in k: a likely near miss that
    is returned at last counts less as a hit. With ``NoNav`` it is recall where
    no two of the trees involved share a node without being equal; with ``shared=printed``
    always.

    Examples
    --------
    The list e1, e3, e4 of EHits: .27/2 = .135, .95/1.84 = .5163 and 1 at ranks 1, 2, 3.

    References
    ----------
    Ali, Consens and Lalmas (2012), equation 14.
    """

    tolerance: float = TOLERANCE

    bounds = (0.0, 1.0)
    question = "What share of the relevance is returned or reached?"

    def value_of(self, known: Expected) -> Values:
        return self.at_cutoff(known, known.recall())
