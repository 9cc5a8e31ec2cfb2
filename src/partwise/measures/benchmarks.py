"""Measures of other benchmarks: TREC Genomics passages and aspects, BioASQ snippets."""

from __future__ import annotations

from typing import Literal

import numpy as np

from partwise._typing import Ints, Reals, Values
from partwise.geometry.passages import (
    Meetings,
    Rules,
    Snippets,
    aspects,
    gold_passages,
    meetings,
    snippets,
)
from partwise.geometry.view import View
from partwise.kernels.intervals import first_cover
from partwise.kernels.ragged import ranges, running_count, segment_count, segment_sum
from partwise.kernels.ranked import nan_where_zero, ratio
from partwise.language.component import param, register
from partwise.measures._kinds import RankedPartsMeasure

Gold = Literal["first", "all"]


class PassageMeasure(RankedPartsMeasure):
    """A measure of the gold passages that ranked passages meet.

    Notes
    -----
    NaN for a topic without gold passages; 0 for an empty run.

    References
    ----------
    Hersh, Cohen, Ruslen and Roberts (2007), TREC 2007 Genomics track overview; as its program
    trecgen2007_score computes them.
    """

    gold: Gold = param(
        "first",
        choices=("first", "all"),
        about="What counts of the gold passages that a part meets: the first in the order of "
        "the file, as the track's program has it, or all.",
    )

    needs = frozenset({"highlights", "lengths of whole documents"})
    cutoffs = frozenset()
    family = "passages"
    undefined = "no gold passage"

    def met(self, view: View) -> tuple[Meetings, Ints, Ints]:
        """Overlaps of parts and gold passages; part and passage of each pair that counts."""
        pairs = meetings(view, self.label())
        if self.gold == "all":
            return pairs, pairs.part, pairs.gold
        return pairs, *pairs.only_first()


@register()
class PassageAP(PassageMeasure):
    r"""Average precision of passages: PASSAGE of the TREC Genomics track.

    .. math::

        PassageAP = \frac{\sum_{i:\ r_i > 0} C_i}{|\{i: r_i > 0\}| + missed}, \qquad
        C_i = \frac{r_1 + \dots + r_i}{l_1 + \dots + l_i}

    :math:`r_i` counts the characters that the part at rank i, of length :math:`l_i`, shares with
    gold; *missed* counts the gold passages that no such part was credited for.
    """

    repeats: Literal["count", "free"] = param(
        "count",
        choices=("count", "free"),
        about="Whether characters that an earlier part showed are credited again, as the "
        "track's program does, or not.",
    )

    question = "How relevant is the text read down to each passage that meets gold?"

    def values(self, view: View) -> Values:
        parts, name = view.parts, self.label()
        size = parts.size(name)
        pairs, part, gold = self.met(view)
        shared = self._shared(view, pairs, part, gold)
        credit = running_count(shared, parts.offsets)
        precision = ratio(credit, running_count(size, parts.offsets))
        counts = shared > 0
        total = segment_sum(np.where(counts, precision, 0.0), parts.offsets)
        gold_of = gold_passages(view, name)
        credited = np.zeros(gold_of.row.size, np.bool_)
        credited[gold[counts[part]]] = True
        missed = np.bincount(gold_of.topic[~credited], minlength=view.n_topics)
        divisor = segment_count(counts, parts.offsets) + missed
        return nan_where_zero(ratio(total, divisor), gold_of.count)

    def _shared(self, view: View, pairs: Meetings, part: Ints, gold: Ints) -> Ints:
        """Characters that each part shares with the gold that counts."""
        parts, name = view.parts, self.label()
        if self.gold == "all":
            seen = parts.seen(name)
            return seen.relevant if self.repeats == "count" else seen.fresh_relevant
        passages = gold_passages(view, name)
        low, high = pairs.start.copy(), pairs.start.copy()
        low[part] = np.maximum(pairs.start[part], (passages.start + pairs.base)[gold])
        high[part] = np.minimum(pairs.end[part], (passages.end + pairs.base)[gold])
        if self.repeats == "count":
            return high - low
        # each part's share before the part itself: what is new in it comes before what it covers
        rows = np.flatnonzero(pairs.judged)
        start = np.stack((low[rows], pairs.start[rows]), axis=1).reshape(-1)
        end = np.stack((high[rows], pairs.end[rows]), axis=1).reshape(-1)
        cover = first_cover(start, end)
        fresh = np.zeros(len(parts), np.int64)
        fresh[rows] = cover.first_seen(cover.border)[::2]
        return fresh


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
        pairs, part, gold = self.met(view)
        # aspects of every pair of part and passage; a topic's aspect counts at its first part
        low, high = (np.searchsorted(passage, gold, side) for side in ("left", "right"))
        rows, ends = ranges(low, high)
        named, by = aspect[rows], np.repeat(part, np.diff(ends))
        first = np.full(int(aspect.max(initial=-1)) + 1, len(parts), np.int64)
        np.minimum.at(first, named, by)
        new = np.bincount(first, minlength=len(parts))[: len(parts)]
        meets = np.zeros(len(parts), np.bool_)
        meets[pairs.part] = True
        hits = running_count(new > 0, parts.offsets)
        read = running_count((new > 0) | ~meets, parts.offsets)
        total = segment_sum(new * ratio(hits, read), parts.offsets)
        return nan_where_zero(ratio(total, n_aspects), n_aspects)


class SnippetMeasure(RankedPartsMeasure):
    """A measure of the characters that snippets share with gold snippets.

    Notes
    -----
    A document is an article and a section, ``304/abstract``. NaN for a topic without gold
    snippets; 0 for an empty run.

    References
    ----------
    Tsatsaronis and others (2015), BioASQ; as its program Evaluation-Measures computes them
    for phase A.
    """

    ends: Literal["inclusive", "exclusive"] = param(
        "inclusive",
        choices=("inclusive", "exclusive"),
        about="Whether the end of a snippet counts as a character of it, as the program has it "
        "although the data's ends are exclusive.",
    )
    merge: bool = param(
        True,
        about="Whether snippets of a document that share a character are one, at the earlier "
        "rank; otherwise repeated characters count once and ranks stay.",
    )
    section_zero: bool = param(
        True, about="Whether the section 0 of a run meets gold of the abstract."
    )

    needs = frozenset({"highlights", "lengths of whole documents"})
    cutoffs = frozenset()
    family = "snippets"
    undefined = "no gold snippet"
    beyond = "above 1 possible with section_zero"

    def exceeds(self) -> bool:
        """One gold snippet may be met in two sections."""
        return self.section_zero

    def snippets(self, view: View) -> Snippets:
        """Snippets of the run and of the gold, by this measure's rules."""
        rules = Rules(self.ends == "inclusive", self.merge, self.section_zero)
        return snippets(view, rules, self.label())

    def shares(self, retrieved: Snippets) -> tuple[Reals, Reals]:
        """Precision and recall of each topic's snippets."""
        shared = segment_count(retrieved.shared, retrieved.offsets)
        size = segment_count(retrieved.size, retrieved.offsets)
        return ratio(shared, size), ratio(shared, retrieved.gold_size)


@register()
class SnippetP(SnippetMeasure):
    r"""Precision of snippets: BioASQ's MPrec.

    .. math:: SnippetP = \frac{\sum_{s, g} |s \cap g|}{\sum_s |s|}

    s runs over the snippets of the run, g over the gold snippets of the same article and section.
    """

    question = "How much of the snippets is in gold snippets?"

    def values(self, view: View) -> Values:
        retrieved = self.snippets(view)
        return nan_where_zero(self.shares(retrieved)[0], retrieved.gold_count)


@register()
class SnippetR(SnippetMeasure):
    r"""Recall of snippets: BioASQ's MRec.

    .. math:: SnippetR = \frac{\sum_{s, g} |s \cap g|}{\sum_g |g|}
    """

    question = "How much of the gold snippets is in the snippets?"

    def values(self, view: View) -> Values:
        retrieved = self.snippets(view)
        return nan_where_zero(self.shares(retrieved)[1], retrieved.gold_count)


@register()
class SnippetF(SnippetMeasure):
    r"""Harmonic mean of the precision and recall of snippets: BioASQ's MF1.

    .. math:: SnippetF = \frac{2\, SnippetP \cdot SnippetR}{SnippetP + SnippetR}
    """

    question = "How closely do the snippets match the gold snippets?"

    def values(self, view: View) -> Values:
        retrieved = self.snippets(view)
        precision, recall = self.shares(retrieved)
        return nan_where_zero(
            ratio(2 * precision * recall, precision + recall), retrieved.gold_count
        )


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
        retrieved = self.snippets(view)
        precision = ratio(
            running_count(retrieved.shared, retrieved.offsets),
            running_count(retrieved.size, retrieved.offsets),
        )
        relevant = retrieved.of_gold_article if self.relevance == "document" else retrieved.meets
        total = segment_sum(np.where(relevant, precision, 0.0), retrieved.offsets)
        count = retrieved.gold_count
        bounded = np.full(count.size, MOST) if self.divisor == "ten" else np.minimum(count, MOST)
        return nan_where_zero(ratio(total, count if self.divisor == "gold" else bounded), count)
