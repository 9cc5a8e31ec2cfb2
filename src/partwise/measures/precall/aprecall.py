"""Average expected precision over recall levels."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.gains.quantisations import Quant
from partwise.geometry.view import View
from partwise.language.component import param, register
from partwise.language.fields import Auto
from partwise.measures._kinds import quant
from partwise.measures.precall._base import RecallLevelMeasure, collection, ties
from partwise.measures.precall.recall_base import Ties


@register(aliases=("inex_eval",))
class APrecall(RecallLevelMeasure):
    r"""Expected precision averaged over 100 recall levels: inex_eval.

    .. math:: APrecall = \frac{1}{100} \sum_{p=1}^{100} Precall[p/100]

    With 101 points the level 0 is added, at its limit: 0 if the first rank is
    not relevant, else :math:`(r+1)/(r+1+i)` with the relevance :math:`r` and
    irrelevance :math:`i` of the first rank.

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run at
    k results first, also inside a rank. Needs no structure, except on highlighted spans.

    References
    ----------
    Gövert and Kazai (2003); Kazai and Lalmas (2006), section 6.3.
    """

    quant: Quant | Auto = quant(
        "Value of an element, as in Precall. Default: gen for grades; gen2005 for shares "
        "with e, else spec."
    )
    collection: int | None = collection(
        "Number of retrievable elements; without it a level that the run does not reach is worth 0."
    )
    points: int = param(
        100, choices=(100, 101), about="Levels .01, .02, ..., 1, or the same with 0."
    )
    ties: Ties = ties("Tied results form one rank, or there is one result a rank, as in Precall.")

    cutoffs = frozenset({int})
    question = "What share of the elements read is relevant, averaged over recall levels?"

    def values(self, view: View) -> Values:
        level = np.arange(101 - self.points, 101) / 100
        base = self.recall_base(view).top(self.depth)
        each = base.precision(level, self.collection, self.ties)
        return np.asarray(each.sum(axis=1) / self.points)
