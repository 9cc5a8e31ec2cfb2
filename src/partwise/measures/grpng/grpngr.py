"""Recall of unseen text at a rank."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.language.component import register
from partwise.measures.grpng._base import UnseenTextMeasure
from partwise.measures.grpng.unseen_share import unseen_share


@register()
class GRPngR(UnseenTextMeasure):
    r"""Recall of elements, of which only unseen text counts.

    .. math:: GRPngR@k = \frac{\sum_{i \le k} \frac{e(c_i)}{3} \frac{u(c_i)}{|c_i|}}
        {\sum_{c} e(c)/3}

    :math:`u(c)` is the part of c's size that no earlier result has shown: 0 if
    an earlier result contains c, else the size without the outermost
    descendants already shown. The sum below the line runs over all assessed elements.
    """

    question = "How much of what is exhaustive has been shown, counting nothing twice?"

    def values(self, view: View) -> Values:
        shares = unseen_share(view, self.label())
        return shares.at(shares.recall, np.full(view.n_topics, self.complete().depth or 1))
