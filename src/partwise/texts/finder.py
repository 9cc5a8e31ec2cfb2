"""Finder of quotes in one text, and of text that has moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints
from partwise.files.options import STRICT
from partwise.kernels.text.grams import gram_hashes
from partwise.kernels.text.letters import LetterTable
from partwise.tables.texts import Text, same, views
from partwise.texts.normalise import TextIndex, has_markup
from partwise.texts.search import ANYWHERE, LONG, Places, Quotes, same_letters, with_errors
from partwise.texts.spans import Quoted, Span, agreement, decided, find_raw, spans, whole_words
from partwise.texts.verification import LOOSE

_LETTERS = 12


class Anchors:
    """Anchors between two versions of a text: 12-grams that occur once in each.

    Parameters
    ----------
    old, new : str
        Two versions of a document.
    table : LetterTable
        Looks up letters.
    """

    def __init__(self, old: str, new: str, table: LetterTable) -> None:
        self._old, self._new, self._table = old, new, table

    @cached_property
    def _places(self) -> tuple[Ints, Ints, Ints]:
        """Start and end of the anchors in the old text, ascending, and their starts in the new."""
        (old_hashes, first), (new_hashes, second) = map(self._once, (self._old, self._new))
        _, old_index, new_index = np.intersect1d(old_hashes, new_hashes, return_indices=True)
        order = np.argsort(first[old_index, 0], kind="stable")
        return first[old_index, 0][order], first[old_index, 1][order], second[new_index, 0][order]

    def _once(self, text: str) -> tuple[Ints, Ints]:
        """Return the hashes that occur once, and their [start, end) in characters."""
        letters, source = self._table.of(text)
        hashes, first, count = np.unique(
            gram_hashes(letters, _LETTERS), return_index=True, return_counts=True
        )
        index = first[count == 1]
        places = np.stack((source[index], source[index + _LETTERS - 1] + 1), axis=1)
        return hashes[count == 1].view(np.int64), places.reshape(-1, 2)

    def start(self, start: int, end: int) -> int:
        """Return the estimated start of a span in the new text, -1 without an anchor."""
        begin, finish, new_begin = self._places
        before = int(np.searchsorted(finish, start, side="right")) - 1
        after = int(np.searchsorted(begin, end))
        near = []
        if before >= 0:
            near.append((start - int(finish[before]), before))
        if after < begin.size:
            near.append((int(begin[after]) - end, after))
        if not near:
            return -1
        _, anchor = min(near)
        return max(start + int(new_begin[anchor] - begin[anchor]), 0)


MOST_LETTERS = 1 << 17
"""Maximum letters of a quote that is searched with errors; time is quadratic in them."""

Method = Callable[[Quotes, TextIndex], Places]


class Form:
    """Search of quotes in documents, in one of the two normal forms.

    Parameters
    ----------
    texts : mapping of str to Text
        All documents.
    docs : sequence of int
        Numbers of those that are searched.
    table : LetterTable
        Looks up letters.
    without_markup : bool
        Leave out link targets, tags and entities, in documents and quotes.
    """

    def __init__(
        self,
        texts: Mapping[str, Text],
        docs: Sequence[int],
        table: LetterTable,
        *,
        without_markup: bool = False,
    ) -> None:
        names = list(texts)
        self._docs = np.array(docs, np.int64)
        self._inside = np.full(len(names) + 1, ANYWHERE - 1)
        self._inside[self._docs] = np.arange(self._docs.size)
        self._inside[ANYWHERE] = ANYWHERE
        chosen = [names[doc] for doc in docs]
        self.text_index = TextIndex(chosen, texts, table, without_markup=without_markup)

    def letters(self, quote: str) -> tuple[Ints, Quoted]:
        """Return the letters of a quote, and the numbers of characters around them."""
        codes, source = self.text_index.letters(quote)
        if not codes.size:
            return codes, Quoted(quote, 0, 0)
        return codes, Quoted(quote, int(source[0]), len(quote) - int(source[-1]) - 1)

    def raw(self, quote: str, doc: int) -> list[Span]:
        """Return the exact matches of a quote."""
        raw_spans = find_raw(quote, int(self._inside[doc]), self.text_index)
        return [span._replace(doc=int(self._docs[span.doc])) for span in raw_spans]

    def search(
        self, quotes: Sequence[str], docs: Ints, method: Method, min_letters: int
    ) -> list[list[Span]]:
        """Return the places of each quote; none for quotes below `min_letters`."""
        places_of: list[list[Span]] = [[] for _ in quotes]
        read = [self.letters(quote) for quote in quotes]
        inside = self._inside[docs]
        long = [i for i, (codes, _) in enumerate(read) if codes.size >= min_letters]
        long = [i for i in long if inside[i] >= ANYWHERE]
        if not long or not self._docs.size:
            return places_of
        codes = [read[i][0].astype(np.uint32) for i in long]
        places = method(Quotes(codes, inside[long]), self.text_index)
        placed = spans(places, [read[i][1] for i in long], codes, self.text_index)
        for which, span in zip(places.quote.tolist(), placed, strict=True):
            places_of[long[which]].append(span._replace(doc=int(self._docs[span.doc])))
        return places_of


class Finder:
    """Finds quotes in texts.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents, by name.
    max_errors : float
        Maximum errors, as a share of a quote's letters.
    table : LetterTable, optional
        Looks up letters; may be shared.
    docs : sequence of int, optional
        Numbers of the documents that are searched. Default: all.

    Attributes
    ----------
    too_long : int
        Quotes of more than `MOST_LETTERS` letters that were not found letter for letter.
    """

    def __init__(
        self,
        texts: Mapping[str, Text],
        max_errors: float = 0.10,
        table: LetterTable | None = None,
        docs: Sequence[int] | None = None,
    ) -> None:
        self._texts, self._names = views(texts), list(texts)
        self._docs = range(len(self._names)) if docs is None else docs
        self._max_errors = max_errors
        self.table = table or LetterTable()
        self.too_long = 0

    @cached_property
    def plain(self) -> Form:
        """All documents as they are."""
        return Form(self._texts, self._docs, self.table)

    @cached_property
    def _marked(self) -> Form:
        """The documents that have markup, without it."""
        docs = [doc for doc in self._docs if has_markup(self._texts[self._names[doc]])]
        return Form(self._texts, docs, self.table, without_markup=True)

    @cached_property
    def _unmarked(self) -> Form:
        """All documents without markup, for quotes that have some."""
        return Form(self._texts, self._docs, self.table, without_markup=True)

    def find(self, quotes: Sequence[str], docs: Ints) -> list[list[Span]]:
        """Return the best places of each quote, in order of the texts, empty where there are none.

        Parameters
        ----------
        quotes : sequence of str
            Texts to find.
        docs : array
            Number of the document of each, `ANYWHERE` for all.
        """
        best = _Best(quotes, docs)
        size = np.array([self.plain.letters(quote)[0].size for quote in quotes], np.int64)
        few, many = size < LONG, size > MOST_LETTERS
        for which in np.flatnonzero(few).tolist():
            best.take(which, self.plain.raw(quotes[which], int(docs[which])))
        best.search(self.plain, best.open & few, whole_words, 1)
        best.search(self.plain, ~few, same_letters, LONG)
        self._without_markup(best, few, whole_words, 1)
        self._without_markup(best, ~few, same_letters, LONG)
        if self._max_errors > 0:
            best.search(self.plain, best.open & ~few & ~many, self._fuzzy, LONG)
            self._without_markup(best, ~few & ~many, self._fuzzy, LONG)
        self.too_long += int((best.open & many).sum())
        return best.spans

    def _fuzzy(self, quotes: Quotes, text_index: TextIndex) -> Places:
        return with_errors(quotes, text_index, self._max_errors)

    def _without_markup(self, best: _Best, rows: Flags, method: Method, min_letters: int) -> None:
        """Search open quotes again without markup, where quotes or documents have some."""
        remaining = best.open & rows
        if not remaining.any():
            return
        marked = np.zeros(remaining.size, bool)
        marked[remaining] = [has_markup(best.quotes[i]) for i in np.flatnonzero(remaining).tolist()]
        if marked.any():
            best.search(self._unmarked, remaining & marked, method, min_letters)
        best.search(self._marked, remaining & ~marked, method, min_letters)

    def copies(self, quotes: Sequence[str], docs: Ints) -> list[list[Span]]:
        """Return the places of the same letters, for quotes of 12 letters or more."""
        return self.plain.search(quotes, docs, same_letters, LONG)


class _Best:
    """The best places so far."""

    def __init__(self, quotes: Sequence[str], docs: Ints) -> None:
        self.quotes, self._docs = quotes, docs
        self.spans: list[list[Span]] = [[] for _ in quotes]

    @property
    def open(self) -> Flags:
        """Quotes that have no place without errors."""
        return np.array([not places or places[0].errors > 0 for places in self.spans], bool)

    def search(self, form: Form, mask: Flags, method: Method, min_letters: int) -> None:
        """Search for the quotes under a mask."""
        rows = np.flatnonzero(mask)
        if rows.size:
            quotes = [self.quotes[i] for i in rows.tolist()]
            results = form.search(quotes, self._docs[rows], method, min_letters)
            for which, places in zip(rows.tolist(), results, strict=True):
                self.take(which, places)

    def take(self, which: int, places: list[Span]) -> None:
        """Take places of a quote where they are better than those before."""
        if not places:
            return
        level = min(place.level for place in places)
        if not self.spans[which] or level < self.spans[which][0].level:
            self.spans[which] = [place for place in places if place.level == level]


Fate = Literal["unchanged", "moved", "edited", "ambiguous", "gone"]
FATES: tuple[Fate, ...] = ("unchanged", "moved", "edited", "ambiguous", "gone")

_AROUND = 2_000
"""Characters of context in the old text on each side, to distinguish copies."""
_AGREEING = 12
"""Minimum letters of context that must agree when other copies are gone."""


class OldSpan(NamedTuple):
    """A span of an old text."""

    doc: str
    start: int
    end: int


class Move(NamedTuple):
    """New place of an old span; -1 without one."""

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
        """Return the move of each span; equal spans are searched once."""
        distinct = list(dict.fromkeys(spans))
        same = [span for span in distinct if self.is_same(span.doc)]
        moves = {span: Move("unchanged", *span, 0, "", 1) for span in same}
        others = [span for span in distinct if span not in moves]
        moves |= dict(zip(others, self._changed(others), strict=True))
        return [moves[span] for span in spans]

    def is_same(self, doc: str) -> bool:
        """Return True if a document has not changed."""
        if doc not in self._same:
            self._same[doc] = doc in self._new and same(self._old[doc], self._new[doc])
        return self._same[doc]

    def _quote(self, span: OldSpan) -> str:
        return self._old[span.doc][span.start : span.end]

    def _changed(self, spans: list[OldSpan]) -> list[Move]:
        """Look in the span's own document first; see `_better` for the others."""
        home = [i for i, span in enumerate(spans) if span.doc in self._number]
        places: list[list[Span]] = [[] for _ in spans]
        for i, home_places in zip(home, self._at_home([spans[i] for i in home]), strict=True):
            places[i] = home_places
        self._better(spans, places)
        copies = self._copies(spans)
        return [
            self._move(span, span_places, n)
            for span, span_places, n in zip(spans, places, copies, strict=True)
        ]

    def _at_home(self, spans: list[OldSpan]) -> list[list[Span]]:
        docs = np.array([self._number[span.doc] for span in spans], np.int64)
        finder = Finder(self._new, LOOSE, self._table, sorted(set(docs.tolist())))
        return finder.find([self._quote(span) for span in spans], docs)

    def _better(self, spans: list[OldSpan], places: list[list[Span]]) -> None:
        """Replace poor places in a span's own document by places in other documents.

        Up to 10 % errors in the own document count as an edit. Beyond that, an exact match
        elsewhere wins. Without any place, a match elsewhere may have 10 % errors.
        """
        far = [
            i
            for i, span_places in enumerate(places)
            if not span_places or span_places[0].errors > STRICT * self._size(spans[i])
        ]
        if not far:
            return
        finder = Finder(self._new, STRICT, self._table)
        quotes = [self._quote(spans[i]) for i in far]
        for i, new_places in zip(far, finder.copies(quotes, _anywhere(far)), strict=True):
            places[i] = new_places or places[i]
        lost = [i for i in far if not places[i] and self._size(spans[i]) >= LONG]
        quotes = [self._quote(spans[i]) for i in lost]
        for i, new_places in zip(lost, finder.find(quotes, _anywhere(lost)), strict=True):
            places[i] = new_places

    def _size(self, span: OldSpan) -> int:
        return int(self._table.of(self._quote(span))[0].size)

    def _copies(self, spans: list[OldSpan]) -> list[list[Span]]:
        """Return the places of each span's letters in its old document."""
        docs = np.array([self._before[span.doc] for span in spans], np.int64)
        finder = Finder(self._old, table=self._table, docs=sorted(set(docs.tolist())))
        quotes = [self._quote(span) for span in spans]
        return [
            same or raw
            for same, raw in zip(
                finder.copies(quotes, docs), finder.find(quotes, docs), strict=True
            )
        ]

    def _move(self, span: OldSpan, places: list[Span], before: list[Span]) -> Move:
        if not places:
            return Move("gone")
        hint = self._hint(span, places)
        place = self._chosen(span, places, before, hint)
        if place is None:
            return Move("ambiguous", errors=places[0].errors, places=len(places))
        doc = self._names[place.doc]
        fate: Fate = "edited" if place.errors else "moved"
        if place.exact and (doc, place.start, place.end) == span:
            fate = "unchanged"
        ends = place.start, place.end
        return Move(fate, doc, *ends, place.errors, place.changed, len(places))

    def _hint(self, span: OldSpan, places: list[Span]) -> int:
        """Return the estimated new start from anchors, -1 if unknown or not needed."""
        if span.doc not in self._new or len(places) < 2:
            return -1
        if span.doc not in self._anchors:
            pair = self._old[span.doc], self._new[span.doc]
            self._anchors[span.doc] = Anchors(pair[0][:], pair[1][:], self._table)
        return self._anchors[span.doc].start(span.start, span.end)

    def _chosen(
        self, span: OldSpan, places: list[Span], before: list[Span], hint: int
    ) -> Span | None:
        """Choose among copies by their context, by anchors, last by their order."""
        text = self._old[span.doc]
        around = (
            text[max(span.start - _AROUND, 0) : span.start],
            text[span.end : span.end + _AROUND],
        )
        texts = [self._new[self._names[place.doc]] for place in places]
        if len(before) > len(places):  # a copy has gone: perhaps this one
            agreeing = [
                agreement(place, text_of_place, self._table, around)
                for place, text_of_place in zip(places, texts, strict=True)
            ]
            if max(agreeing) < _AGREEING:
                return None
        place, _ = decided(places, texts, self._table, around, hint)
        if place is None and len(before) == len(places):
            starts = [copy.start for copy in before]
            near = min(range(len(starts)), key=lambda i: abs(starts[i] - span.start))
            return places[near]
        return place


def _anywhere(rows: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.full(len(rows), ANYWHERE)
