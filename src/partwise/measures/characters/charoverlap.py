"""Repeated text."""

from __future__ import annotations

from partwise._typing import Values
from partwise.geometry.view import View
from partwise.kernels.ragged import segment_count
from partwise.kernels.ranked import ratio
from partwise.language.component import register
from partwise.measures.characters._base import CharacterMeasure


@register()
class CharOverlap(CharacterMeasure):
    r"""Share of the characters shown that had been shown before. Lower is better.

    .. math:: CharOverlap@k = 1 - \frac{|ret|}{\sum_{i \le k} size(p_i)}

    ret is the union of the first k parts, of the whole run without a cutoff.

    Notes
    -----
    0 for an empty run. Needs no judgements and is always defined.

    References
    ----------
    The share of repeated text in a list; compare the set overlap of INEX (Kazai and
    Lalmas 2006).
    """

    better = "lower"
    needs = frozenset({"lengths of whole documents"})
    family = "union"
    knows_copies = True
    question = "What share of the text shown was shown before?"
    undefined = "never"

    def values(self, view: View) -> Values:
        parts, k = view.parts, self.depth
        shown = segment_count(parts.size(self.label(), k), parts.offsets, k)
        return ratio(shown - segment_count(parts.fresh, parts.offsets, k), shown)
