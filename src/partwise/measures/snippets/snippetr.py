"""Recall of snippets."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.snippets._base import SnippetMeasure


@register()
class SnippetR(SnippetMeasure):
    r"""Recall of snippets: BioASQ's MRec.

    .. math:: SnippetR = \frac{\sum_{s, g} |s \cap g|}{\sum_g |g|}
    """

    question = "How much of the gold snippets is in the snippets?"

    def values(self, view: View) -> Values:
        found = self.known(view)
        return nan_where_zero(self.shares(found)[1], found.gold_count)
