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
from partwise.texts.normalise import Shelf, has_markup
from partwise.texts.search import ANYWHERE, LONG, Places, Quotes, same_letters, with_errors
from partwise.texts.spans import Quoted, Span, agreement, decided, find_raw, spans, whole_words
from partwise.texts.verification import LOOSE

_LETTERS = 12


class Anchors:
    """Tells how far the text around a span has moved.

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
        (one, first), (other, second) = map(self._once, (self._old, self._new))
        _, at, there = np.intersect1d(one, other, return_indices=True)
        order = np.argsort(first[at, 0], kind="stable")
        return first[at, 0][order], first[at, 1][order], second[there, 0][order]

    def _once(self, text: str) -> tuple[Ints, Ints]:
        """Return the hashes that occur once, and start and end of where they do."""
        letters, source = self._table.of(text)
        hashes, first, count = np.unique(
            gram_hashes(letters, _LETTERS), return_index=True, return_counts=True
        )
        at = first[count == 1]
        places = np.stack((source[at], source[at + _LETTERS - 1] + 1), axis=1)
        return hashes[count == 1].view(np.int64), places.reshape(-1, 2)

    def start(self, start: int, end: int) -> int:
        """Return where a span should begin in the new text, -1 where nothing tells."""
        begin, finish, there = self._places
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
        return max(start + int(there[anchor] - begin[anchor]), 0)


MOST_LETTERS = 1 << 17
"""Letters of a quote that is still searched for with errors; time grows with their square."""

Method = Callable[[Quotes, Shelf], Places]


class Form:
    """Some documents and any quotes in one of the two normal forms.

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
        self.shelf = Shelf(chosen, texts, table, without_markup=without_markup)

    def letters(self, quote: str) -> tuple[Ints, Quoted]:
        """Return the letters of a quote, and how much stands around them."""
        codes, source = self.shelf.letters(quote)
        if not codes.size:
            return codes, Quoted(quote, 0, 0)
        return codes, Quoted(quote, int(source[0]), len(quote) - int(source[-1]) - 1)

    def raw(self, quote: str, doc: int) -> list[Span]:
        """Return the places of a quote character for character."""
        found = find_raw(quote, int(self._inside[doc]), self.shelf)
        return [one._replace(doc=int(self._docs[one.doc])) for one in found]

    def search(
        self, quotes: Sequence[str], docs: Ints, method: Method, least: int
    ) -> list[list[Span]]:
        """Return the places of each quote of at least some letters."""
        found: list[list[Span]] = [[] for _ in quotes]
        read = [self.letters(quote) for quote in quotes]
        inside = self._inside[docs]
        long = [i for i, (codes, _) in enumerate(read) if codes.size >= least]
        long = [i for i in long if inside[i] >= ANYWHERE]
        if not long or not self._docs.size:
            return found
        codes = [read[i][0].astype(np.uint32) for i in long]
        places = method(Quotes(codes, inside[long]), self.shelf)
        placed = spans(places, [read[i][1] for i in long], codes, self.shelf)
        for which, one in zip(places.quote.tolist(), placed, strict=True):
            found[long[which]].append(one._replace(doc=int(self._docs[one.doc])))
        return found


class Finder:
    """Finds quotes in texts.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents, by name.
    max_errors : float
        Most errors, as a share of a quote's letters.
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
            What is looked for.
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

    def _fuzzy(self, quotes: Quotes, shelf: Shelf) -> Places:
        return with_errors(quotes, shelf, self._max_errors)

    def _without_markup(self, best: _Best, some: Flags, method: Method, least: int) -> None:
        """Look again at what is open, where quotes or documents have markup."""
        left = best.open & some
        if not left.any():
            return
        marked = np.zeros(left.size, bool)
        marked[left] = [has_markup(best.quotes[i]) for i in np.flatnonzero(left).tolist()]
        if marked.any():
            best.search(self._unmarked, left & marked, method, least)
        best.search(self._marked, left & ~marked, method, least)

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
        return np.array([not found or found[0].errors > 0 for found in self.spans], bool)

    def search(self, form: Form, some: Flags, method: Method, least: int) -> None:
        """Search for some of the quotes."""
        rows = np.flatnonzero(some)
        if rows.size:
            quotes = [self.quotes[i] for i in rows.tolist()]
            found = form.search(quotes, self._docs[rows], method, least)
            for which, places in zip(rows.tolist(), found, strict=True):
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
