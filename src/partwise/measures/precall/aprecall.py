"""Average expected precision over recall levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.quantisations import Quant, checked
from partwise.gains.recall_base import Ties, recall_base
from partwise.language.component import Measure, param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register(aliases=("inex_eval",))
class APrecall(Measure):
    r"""Expected precision averaged over 100 recall levels: inex_eval.

    .. math:: APrecall = \frac{1}{100} \sum_{p=1}^{100} Precall[p/100]

    With 101 points the level 0 is added, at its limit: 0 if the first rank is
    not relevant, else :math:`(r+1)/(r+1+i)` with the relevance :math:`r` and
    irrelevance :math:`i` of the first rank.

    Parameters
    ----------
    quant : str or table, optional
        Value of an element, as in Precall. Default: gen for grades; gen2005
        for shares with e, else spec.
    collection : int, optional
        Number of retrievable elements; without it a level that the run does
        not reach is worth 0.
    points : {100, 101}, default 100
        Levels .01, .02, ..., 1, or the same with 0.
    ties : {expected, order}, default expected
        Results that nothing but the tie-break orders are one rank, or one result
        a rank, as in Precall.

    Notes
    -----
    NaN for a topic without an element of value above 0. ``@k`` cuts the run at
    k results first, also inside a rank. Needs no structure, except on highlighted spans.

    References
    ----------
    Gövert and Kazai (2003); Kazai and Lalmas (2006), section 6.3.
    """

    quant: Quant | None = param(None, check=checked)
    collection: int | None = param(
        None, kind=int, low=1, without="default: none (levels not reached count 0)"
    )
    points: int = param(100, choices=(100, 101))
    ties: Ties = param("expected", choices=("expected", "order"))

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"elements"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    family: ClassVar[str] = "elements"
    question: ClassVar[str] = (
        "What share of the elements read is relevant, averaged over recall levels?"
    )
    undefined: ClassVar[str] = "no relevant element, or none with a value above 0"

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per topic."""
        level = np.arange(101 - self.points, 101) / 100
        base = recall_base(view, self.quant, self.label()).top(self.depth)
        each = base.precision(level, self.collection, self.ties)
        mean: NDArray[np.float64] = each.sum(axis=1) / self.points
        return mean
