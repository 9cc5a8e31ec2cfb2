"""Average precision of snippets."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import running_count, segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures.snippets._base import SnippetMeasure

MOST = 10
"""Snippets that a system may return in later editions."""


@register()
class SnippetAP(SnippetMeasure):
    r"""Average precision of snippets: BioASQ's MAP.

    .. math:: SnippetAP = \frac{1}{D} \sum_{r:\ rel(r)} SnippetP(\text{first } r)

    Notes
    -----
    Exceeds 1 where more snippets are relevant than the divisor D counts. The run is not cut.
    """

    divisor: Literal["gold", "ten", "least"] = param(
        "least",
        choices=("gold", "ten", "least"),
        spelled=True,
        about="D: the number of gold snippets (edition 2), 10 (editions 3 and 5), or the lesser "
        "of both (since edition 8).",
    )
    relevance: Literal["document", "text"] = param(
        "document",
        choices=("document", "text"),
        about="When a snippet is relevant: its article has any gold snippet, as the program has "
        "it, or it shares a character with one.",
    )

    bounds = (0.0, float("inf"))
    question = "How precise are the snippets down to each relevant one?"

    def values(self, view: View) -> Values:
        found = self.known(view)
        precision = ratio(
            running_count(found.shared, found.offsets), running_count(found.size, found.offsets)
        )
        relevant = found.of_gold_article if self.relevance == "document" else found.meets
        total = segment_sum(np.where(relevant, precision, 0.0), found.offsets)
        count = found.gold_count
        least = np.full(count.size, MOST) if self.divisor == "ten" else np.minimum(count, MOST)
        return nan_where_zero(ratio(total, count if self.divisor == "gold" else least), count)
