"""Average precision of aspects."""

from __future__ import annotations

import numpy as np

from partwise._typing import Values
from partwise.geometry.gold_passages import aspects
from partwise.geometry.view import View
from partwise.kernels.ragged import ranges, running_count, segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import register
from partwise.measures.passages._base import PassageMeasure


@register()
class AspectAP(PassageMeasure):
    r"""Average precision of aspects: ASPECT of the TREC Genomics track.

    .. math:: AspectAP = \frac{1}{A} \sum_i n_i \frac{hits(i)}{read(i)}

    Walks the parts: :math:`n_i` counts the aspects of the gold that the part at rank i meets and
    no earlier one had. A part with new aspects adds 1 to hits and read, one that meets no gold
    adds 1 to read, any other is skipped. A is the number of different aspects of the topic.

    Notes
    -----
    Aspects are names between bars in the column ``aspects`` of the assessments, compared as text.
    """

    question = "How soon does a reader of the list meet each aspect of the topic?"
    undefined = "no aspect"

    def values(self, view: View) -> Values:
        passage, aspect, n_aspects = aspects(view, self.label())
        parts = view.parts
        known, part, gold = self.met(view)
        # aspects of every pair of part and passage; a topic's aspect counts at its first part
        low, high = (np.searchsorted(passage, gold, side) for side in ("left", "right"))
        at, ends = ranges(low, high)
        named, by = aspect[at], np.repeat(part, np.diff(ends))
        first = np.full(int(aspect.max(initial=-1)) + 1, len(parts), np.int64)
        np.minimum.at(first, named, by)
        new = np.bincount(first, minlength=len(parts))[: len(parts)]
        meets = np.zeros(len(parts), np.bool_)
        meets[known.part] = True
        hits = running_count(new > 0, parts.offsets)
        read = running_count((new > 0) | ~meets, parts.offsets)
        total = segment_sum(new * ratio(hits, read), parts.offsets)
        return nan_where_zero(ratio(total, n_aspects), n_aspects)
