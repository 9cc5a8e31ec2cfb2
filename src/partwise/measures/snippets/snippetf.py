"""F of snippets."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.snippets._base import SnippetMeasure


@register()
class SnippetF(SnippetMeasure):
    r"""Harmonic mean of the precision and recall of snippets: BioASQ's MF1.

    .. math:: SnippetF = \frac{2\, SnippetP \cdot SnippetR}{SnippetP + SnippetR}
    """

    question = "How closely do the snippets match the gold snippets?"

    def values(self, view: View) -> Values:
        found = self.known(view)
        precision, recall = self.shares(found)
        return nan_where_zero(ratio(2 * precision * recall, precision + recall), found.gold_count)
