"""Precision of unseen text at a rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise.gains.unseen_share import unseen_share
from partwise.language.component import Measure, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


@register()
class GRPngP(Measure):
    r"""Precision of elements, of which only unseen text counts.

    .. math:: GRPngP@k = \frac{\sum_{i \le k} \frac{s(c_i)}{3} u(c_i)}{\sum_{i \le k} u(c_i)}

    :math:`u(c)` is the part of c's size that no earlier result has shown: 0 if
    an earlier result contains c, else the size without the outermost
    descendants already shown. 0 where nothing was shown.

    Notes
    -----
    NaN for a topic in which no assessed element has e > 0. Elements that were
    not judged count with e = s = 0, but what they show is seen. Needs grades;
    highlighted spans have none. No quantisation, no interpolation.

    References
    ----------
    Gövert, Kazai, Fuhr and Lalmas (2003); Piwowarski, Gallinari and Dupret
    (2007), appendix C.2.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[frozenset[str]] = frozenset({"elements", "structure"})
    cutoffs: ClassVar[frozenset[type]] = frozenset({int})
    cutoff_required: ClassVar[bool] = True
    family: ClassVar[str] = "elements"
    question: ClassVar[str] = "How specific is the text shown, counting nothing twice?"
    undefined: ClassVar[str] = "no assessed element with e > 0"

    def values(self, view: View) -> NDArray[np.float64]:
        """Return one value per topic."""
        shares = unseen_share(view, self.label())
        return shares.at(shares.precision, np.full(view.n_topics, self.complete().depth or 1))
