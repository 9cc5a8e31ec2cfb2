"""All best places of quotes: as they are, in normal form, with markup left out, with errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.text.letters import LetterTable
from partwise.tables.texts import Text, views
from partwise.texts.markup import has_markup
from partwise.texts.normalise import Shelf
from partwise.texts.search import LONG, Places, same_letters, with_errors
from partwise.texts.seeds import ANYWHERE, Quotes
from partwise.texts.short import find_raw, whole_words
from partwise.texts.spans import Quoted, Span, spans

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
