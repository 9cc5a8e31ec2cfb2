"""Precision of unseen text at a rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.grpng._base import UnseenTextMeasure
from partwise.measures.grpng.unseen_share import unseen_share


@register()
class GRPngP(UnseenTextMeasure):
    r"""Precision of elements, of which only unseen text counts.

    .. math:: GRPngP@k = \frac{\sum_{i \le k} \frac{s(c_i)}{3} u(c_i)}{\sum_{i \le k} u(c_i)}

    :math:`u(c)` is the part of c's size that no earlier result has shown: 0 if
    an earlier result contains c, else the size without the outermost
    descendants already shown. 0 where nothing was shown.
    """

    question = "How specific is the text shown, counting nothing twice?"

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        return shares.at(shares.precision, np.full(view.n_topics, self.complete().depth or 1))
