"""Spans as sets of characters, where several copies of a text are one.

A span is found when enough of its characters are shown, be it in any copy or in several.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.copies import OPTION
from partwise.geometry.gold_line import GoldLine
from partwise.kernels.intervals import covered_before, need
from partwise.kernels.ragged import offsets_from_owners, owners, ranges

if TYPE_CHECKING:
    from partwise.geometry.assessments.joined import Assessments


class EvidenceSpans(NamedTuple):
    """Where evidence lies; whole documents have no place."""

    pair: Ints
    start: Ints
    end: Ints
    whole: Flags


Shown = tuple[Ints, Ints, Ints]
"""Judged pair, start and end of what is shown."""


@dataclass(frozen=True, eq=False)
class CopiedText:
    """What spans hold on the line of relevant text.

    Parameters
    ----------
    gold : GoldLine
        The line, and the copies on it.
    whole : ndarray of bool
        Documents that any text of them finds.
    span, low, high : ndarray of int64
        Disjoint pieces of each span, by span and position.
    same : ndarray of int64
        Code of each span; spans of the same text share one.
    """

    gold: GoldLine
    whole: Flags
    span: Ints
    low: Ints
    high: Ints
    same: Ints

    @classmethod
    def of(cls, judged: Assessments, spans: EvidenceSpans, text: Ints) -> CopiedText:
        """Lay spans on the line; `text` is the text of each that has copies, else -1."""
        gold = GoldLine(judged, OPTION)
        low, high = (gold.line(spans.pair, x) for x in (spans.start, spans.end))
        span, low, high = gold.copies.pieces(low, high).union()
        offsets = offsets_from_owners(span, text.size)
        return cls(gold, spans.whole, span, low, high, _same(spans, text, (offsets, low, high)))

    def found(self, shown: Shown, opened: Flags, least: int | Fraction) -> Flags:
        """Whether all that is shown finds each span; `opened` where its document is shown."""
        gold, (pair, start, end) = self.gold, shown
        union = gold.union(gold.line(pair, start), gold.line(pair, end))
        covered = covered_before(self.high, *union) - covered_before(self.low, *union)
        got = self._by_span(covered) >= need(self._size, least)
        got = np.where(self.whole, opened, got)
        once = np.zeros(self.same.size, np.bool_)
        once[self.same[got]] = True
        return once[self.same]

    def hits(self, shown: Shown, least: int | Fraction) -> Flags:
        """Whether each part by itself finds some span. O((parts + meetings) log)."""
        gold, (pair, start, end) = self.gold, shown
        part, low, high = gold.copies.pieces(gold.line(pair, start), gold.line(pair, end)).union()
        order = np.argsort(self.low, kind="stable")
        begin, until, span = self.low[order], self.high[order], self.span[order]
        first = np.searchsorted(np.maximum.accumulate(until), low, "right")
        met, offsets = ranges(first, np.searchsorted(begin, high, "left"))
        row = owners(offsets)
        shared = np.minimum(high[row], until[met]) - np.maximum(low[row], begin[met])
        key = part[row] * np.int64(self.same.size) + span[met]
        key, at = np.unique(key[shared > 0], return_inverse=True)
        amount = np.zeros(key.size, np.int64)
        np.add.at(amount, at, shared[shared > 0])
        who, what = np.divmod(key, self.same.size)
        enough = (amount >= need(self._size, least)[what]) & ~self.whole[what]
        hit = np.zeros(pair.size, np.bool_)
        hit[who[enough]] = True
        return hit

    @property
    def _size(self) -> Ints:
        return self._by_span(self.high - self.low)

    def _by_span(self, amount: Ints) -> Ints:
        total = np.zeros(self.same.size, np.int64)
        np.add.at(total, self.span, amount)
        return total


def _same(spans: EvidenceSpans, text: Ints, pieces: tuple[Ints, Ints, Ints]) -> Ints:
    """Code spans by what they hold; those of one text share a code, whichever copy they are."""
    offsets, low, high = pieces
    places = list(zip(low.tolist(), high.tolist(), strict=True))
    codes: dict[object, int] = {}
    same = np.zeros(text.size, np.int64)
    for span in np.argsort(text < 0, kind="stable").tolist():  # texts with copies first
        held: object = tuple(places[offsets[span] : offsets[span + 1]])
        if spans.whole[span]:
            held = int(spans.pair[span])
        known = codes.get(held, span)
        same[span] = (
            codes.setdefault(("text", int(text[span])), known) if text[span] >= 0 else known
        )
        codes.setdefault(held, int(same[span]))
    return same
