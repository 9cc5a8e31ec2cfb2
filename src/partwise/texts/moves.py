"""Where spans of old texts are in new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from partwise.files.options import STRICT
from partwise.kernels.text.letters import LetterTable
from partwise.tables.texts import Text, same, views
from partwise.texts.anchors import Anchors
from partwise.texts.decide import agreement, decided
from partwise.texts.finder import Finder
from partwise.texts.how import LOOSE
from partwise.texts.search import LONG
from partwise.texts.seeds import ANYWHERE
from partwise.texts.spans import Span

Fate = Literal["unchanged", "moved", "edited", "ambiguous", "gone"]
FATES: tuple[Fate, ...] = ("unchanged", "moved", "edited", "ambiguous", "gone")

_AROUND = 2_000
"""Characters of the old text on each side that tell copies apart."""
_AGREEING = 12
"""Letters around a copy that must agree where other copies have gone."""


class OldSpan(NamedTuple):
    """A span of an old text."""

    doc: str
    start: int
    end: int


class Move(NamedTuple):
    """What became of a span: without a place where that is not known."""

    fate: Fate
    doc: str = ""
    start: int = -1
    end: int = -1
    errors: int = -1
    changed: str = ""
    places: int = 0


class Moves:
    """Finds spans of old texts in new ones.

    Parameters
    ----------
    old, new : mapping of str to Text
        The texts, by document.
    """

    def __init__(self, old: Mapping[str, Text], new: Mapping[str, Text]) -> None:
        self._old, self._new = views(old), views(new)
        self._same: dict[str, bool] = {}
        self._names = list(new)
        self._number = {name: i for i, name in enumerate(self._names)}
        self._table = LetterTable()
        self._before = {name: i for i, name in enumerate(old)}
        self._anchors: dict[str, Anchors] = {}

    def of(self, spans: Sequence[OldSpan]) -> list[Move]:
        """Say what became of each span; equal ones are looked for once."""
        distinct = list(dict.fromkeys(spans))
        same = [one for one in distinct if self.is_same(one.doc)]
        found = {one: Move("unchanged", *one, 0, "", 1) for one in same}
        others = [one for one in distinct if one not in found]
        found |= dict(zip(others, self._changed(others), strict=True))
        return [found[one] for one in spans]

    def is_same(self, doc: str) -> bool:
        """Tell whether a document has not changed."""
        if doc not in self._same:
            self._same[doc] = doc in self._new and same(self._old[doc], self._new[doc])
        return self._same[doc]

    def _quote(self, one: OldSpan) -> str:
        return self._old[one.doc][one.start : one.end]

    def _changed(self, spans: list[OldSpan]) -> list[Move]:
        """Look in the span's own document first; see `_better` for the others."""
        home = [i for i, one in enumerate(spans) if one.doc in self._number]
        places: list[list[Span]] = [[] for _ in spans]
        for i, some in zip(home, self._at_home([spans[i] for i in home]), strict=True):
            places[i] = some
        self._better(spans, places)
        copies = self._copies(spans)
        return [
            self._move(one, some, n) for one, some, n in zip(spans, places, copies, strict=True)
        ]

    def _at_home(self, spans: list[OldSpan]) -> list[list[Span]]:
        docs = np.array([self._number[one.doc] for one in spans], np.int64)
        finder = Finder(self._new, LOOSE, self._table, sorted(set(docs.tolist())))
        return finder.find([self._quote(one) for one in spans], docs)

    def _better(self, spans: list[OldSpan], places: list[list[Span]]) -> None:
        """Take another document where it holds the letters, and the span's own is far from it.

        Fewer errors than 10 % at home are an edit of the text; beyond, the same letters
        elsewhere say more. Where home has nothing, 10 % will do elsewhere.
        """
        far = [
            i
            for i, some in enumerate(places)
            if not some or some[0].errors > STRICT * self._size(spans[i])
        ]
        if not far:
            return
        finder = Finder(self._new, STRICT, self._table)
        quotes = [self._quote(spans[i]) for i in far]
        for i, some in zip(far, finder.copies(quotes, _anywhere(far)), strict=True):
            places[i] = some or places[i]
        lost = [i for i in far if not places[i] and self._size(spans[i]) >= LONG]
        quotes = [self._quote(spans[i]) for i in lost]
        for i, some in zip(lost, finder.find(quotes, _anywhere(lost)), strict=True):
            places[i] = some

    def _size(self, one: OldSpan) -> int:
        return int(self._table.of(self._quote(one))[0].size)

    def _copies(self, spans: list[OldSpan]) -> list[list[Span]]:
        """Return the places of each span's letters in its old document."""
        docs = np.array([self._before[one.doc] for one in spans], np.int64)
        finder = Finder(self._old, table=self._table, docs=sorted(set(docs.tolist())))
        quotes = [self._quote(one) for one in spans]
        return [
            same or raw
            for same, raw in zip(
                finder.copies(quotes, docs), finder.find(quotes, docs), strict=True
            )
        ]

    def _move(self, one: OldSpan, places: list[Span], before: list[Span]) -> Move:
        if not places:
            return Move("gone")
        hint = self._hint(one, places)
        place = self._chosen(one, places, before, hint)
        if place is None:
            return Move("ambiguous", errors=places[0].errors, places=len(places))
        doc = self._names[place.doc]
        fate: Fate = "edited" if place.errors else "moved"
        if place.exact and (doc, place.start, place.end) == one:
            fate = "unchanged"
        ends = place.start, place.end
        return Move(fate, doc, *ends, place.errors, place.changed, len(places))

    def _hint(self, one: OldSpan, places: list[Span]) -> int:
        """Return where the text around the span has gone, where that may decide."""
        if one.doc not in self._new or len(places) < 2:
            return -1
        if one.doc not in self._anchors:
            pair = self._old[one.doc], self._new[one.doc]
            self._anchors[one.doc] = Anchors(pair[0][:], pair[1][:], self._table)
        return self._anchors[one.doc].start(one.start, one.end)

    def _chosen(
        self, one: OldSpan, places: list[Span], before: list[Span], hint: int
    ) -> Span | None:
        """Choose among copies by what stands around them, by anchors, last by their number."""
        text = self._old[one.doc]
        around = text[max(one.start - _AROUND, 0) : one.start], text[one.end : one.end + _AROUND]
        texts = [self._new[self._names[place.doc]] for place in places]
        if len(before) > len(places):  # a copy has gone: perhaps this one
            agreeing = [
                agreement(place, there, self._table, around)
                for place, there in zip(places, texts, strict=True)
            ]
            if max(agreeing) < _AGREEING:
                return None
        place, _ = decided(places, texts, self._table, around, hint)
        if place is None and len(before) == len(places):
            starts = [copy.start for copy in before]
            near = min(range(len(starts)), key=lambda i: abs(starts[i] - one.start))
            return places[near]
        return place


def _anywhere(rows: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.full(len(rows), ANYWHERE)
