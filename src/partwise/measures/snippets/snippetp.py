"""Precision of snippets."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero
from partwise.language.component import register
from partwise.measures.snippets._base import SnippetMeasure


@register()
class SnippetP(SnippetMeasure):
    r"""Precision of snippets: BioASQ's MPrec.

    .. math:: SnippetP = \frac{\sum_{s, g} |s \cap g|}{\sum_s |s|}

    s runs over the snippets of the run, g over the gold snippets of the same article and section.
    """

    question = "How much of the snippets is in gold snippets?"

    def values(self, view: View) -> Values:
        found = self.known(view)
        return nan_where_zero(self.shares(found)[0], found.gold_count)
