"""Spans of quotes in a text: exact, ambiguous, short, or with omissions."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.edits import end_costs
from partwise.kernels.text.letters import LetterTable
from partwise.tables.texts import Text
from partwise.texts.normalise import Shelf, changed
from partwise.texts.search import ANYWHERE, MOST_PLACES, Places, Quotes, find_letters

_MARKS = frozenset("*_`#>|~\\")
_MOST_STEPS, _LONGEST_WORD = 8, 40
_QUOTES = frozenset(
    "\"'`\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2039\u203a\u2032\u2033"
)


class Span(NamedTuple):
    """One place of a quote in the source.

    Parameters
    ----------
    doc : int
        Number of the document.
    start, end : int
        Characters.
    errors : int
        Distance in letters.
    changed : str
        Numbers and negations that differ.
    exact : bool
        The characters are the same.
    """

    doc: int
    start: int
    end: int
    errors: int
    changed: str
    exact: bool

    @property
    def level(self) -> tuple[int, bool]:
        """What decides between places: the smaller the better."""
        return self.errors, not self.exact


@dataclass(frozen=True)
class Quoted:
    """A quote as it was written."""

    text: str
    """The quote."""
    lead: int
    tail: int
    """Characters before its first and after its last letter."""


def spans(
    places: Places, quotes: list[Quoted], letters: Sequence[NDArray[Any]], shelf: Shelf
) -> list[Span]:
    """Return the span of each place, in the order of the places."""
    doc = shelf.doc_of(places.start)
    first, last = places.start, places.end - 1
    edges = np.stack(
        (
            np.maximum(first - 1, shelf.first[doc]),
            first,
            last,
            np.minimum(last + 1, shelf.last[doc] - 1),
        )
    )
    source = shelf.source(edges.ravel()).reshape(4, -1)
    split_start = (source[0] == source[1]) & (edges[0] < first)
    split_end = (source[3] == source[2]) & (edges[3] > last)
    found = []
    rows = zip(
        places.quote.tolist(),
        doc.tolist(),
        *source[1:3].tolist(),
        places.errors.tolist(),
        (split_start | split_end).tolist(),
        strict=True,
    )
    for which, where, start, end, errors, split in rows:
        text = shelf.text(where)
        wrong = errors
        if split:  # a place cannot begin or end inside a character
            wrong = distance(letters[which], shelf.letters(text[start : end + 1])[0])
        found.append(span(quotes[which], text, where, (start, end + 1), wrong))
    return found


def distance(one: NDArray[Any], other: NDArray[Any]) -> int:
    """Return the edit distance of two lists of letters."""
    if not one.size:
        return int(other.size)
    return int(end_costs([one], [other], anchored=True)[0][-1])


def span(quote: Quoted, text: Text, doc: int, letters: tuple[int, int], errors: int) -> Span:
    """Return where a quote stands whose letters stand at some characters of a text."""
    start, end = letters
    whole = start - quote.lead, end + quote.tail
    if errors == 0 and whole[0] >= 0 and text[whole[0] : whole[1]] == quote.text:
        return Span(doc, *whole, 0, "", exact=True)
    size = len(quote.text)
    start -= _taken(quote.text[: quote.lead][::-1], text[max(start - 40, 0) : start][::-1])
    end += _taken(quote.text[size - quote.tail :], text[end : end + 40])
    # with errors, the rest of a word that is cut may be what was changed
    low, high = _whole_words(text, start, end) if errors else (start, end)
    said = changed(quote.text, text[low:high])
    return Span(doc, start, end, max(errors, int(said != "")), said, exact=False)


def _whole_words(text: Text, start: int, end: int) -> tuple[int, int]:
    """Widen a span to the words in which it begins and ends."""
    low, high = max(start - _LONGEST_WORD, 0), min(end + _LONGEST_WORD, len(text))
    while start > low and text[start - 1 : start + 1].isalnum():
        start -= 1
    while end < high and text[end - 1 : end + 1].isalnum():
        end += 1
    return start, end


def _taken(quoted: str, source: str) -> int:
    """Return how much of the source beside the letters belongs to them.

    Punctuation that the quote has there too; blanks and marks of either are stepped over.
    """
    taken = at = q = 0
    while True:
        q = _stepped(quoted, q)
        at = _stepped(source, at)
        if q == len(quoted) or at == len(source) or _kind(quoted[q]) != _kind(source[at]):
            return taken
        at, q = at + 1, q + 1
        taken = at


def _stepped(text: str, at: int) -> int:
    stop = min(at + _MOST_STEPS, len(text))
    while at < stop and (text[at].isspace() or text[at] in _MARKS):
        at += 1
    return at


def _kind(sign: str) -> str:
    """Return what a sign is alike with: quotes and dashes by class, all others by themselves."""
    if sign in _QUOTES:
        return "quote"
    return "dash" if unicodedata.category(sign) == "Pd" else sign


Status = Literal["exact", "normalised", "fuzzy", "ambiguous", "unmatched", ""]
STATUSES: tuple[Status, ...] = ("exact", "normalised", "fuzzy", "ambiguous", "unmatched")

NOWHERE = -1


class Answer(NamedTuple):
    """One row of the answer to a quote; the fields are the columns of `locate`.

    Parameters
    ----------
    status : str
        One of `STATUSES`, empty for a row that has no quote.
    doc, start, end, errors, elsewhere : int
        Numbers of documents, characters and letters; negative where there is none.
    changed, by : str
        What changed, what decided.
    places, piece : int
        Places equally good; number of the piece, 0 for a whole quote.
    """

    status: Status
    doc: int = NOWHERE
    start: int = NOWHERE
    end: int = NOWHERE
    errors: int = NOWHERE
    changed: str = ""
    places: int = 0
    by: str = ""
    piece: int = 0
    elsewhere: int = NOWHERE


Answers = tuple[Answer, ...]
"""The rows of one quote: several for pieces, and where all places are wanted."""

UNMATCHED: Answers = (Answer("unmatched"),)


def found_at(place: Span, places: int, by: str, piece: int = 0) -> Answer:
    """Return the answer for a quote that has been placed."""
    return Answer(
        status_of(place),
        place.doc,
        place.start,
        place.end,
        place.errors,
        place.changed,
        places,
        by,
        piece,
    )


def status_of(place: Span) -> Status:
    """Return how sure a place is."""
    if place.exact:
        return "exact"
    return "fuzzy" if place.errors else "normalised"


def several(places: list[Span], ambiguous: str, piece: int = 0) -> Answers:
    """Return the answer for a quote with places that are equally good."""
    best, n = places[0], len(places)
    bare = Answer("ambiguous", errors=best.errors, changed=best.changed, places=n, piece=piece)
    docs = {place.doc for place in places}
    if ambiguous == "keep":
        return (bare._replace(doc=best.doc if len(docs) == 1 else NOWHERE),)
    chosen = places if ambiguous == "all" else [min(places, key=lambda one: one[:2])]
    return tuple(
        bare._replace(doc=one.doc, start=one.start, end=one.end, changed=one.changed)
        for one in chosen
    )


_MORE = 64
"""Characters read beyond those of a prefix or suffix: blanks and signs cost nothing."""


def decided(
    places: Sequence[Span],
    texts: Sequence[Text],
    table: LetterTable,
    around: tuple[str, str],
    hint: int,
) -> tuple[Span | None, str]:
    """Return the place that is meant and what decided, or nothing.

    Parameters
    ----------
    places : sequence of Span
        At least one, all equally good.
    texts : sequence of Text
        The text of each place's document.
    table : LetterTable
        Looks up letters.
    around : tuple of str
        What stands before and after the quote; may be empty.
    hint : int
        Where it begins, negative where nobody knows.
    """
    if len(places) == 1:
        return places[0], "text"
    left = list(places)
    if any(around):
        pairs = zip(places, texts, strict=True)
        agreeing = [agreement(place, text, table, around) for place, text in pairs]
        most = max(agreeing)
        if most > 0:
            left = [place for place, n in zip(places, agreeing, strict=True) if n == most]
            if len(left) == 1:
                return left[0], "context"
    if hint >= 0:
        away = [abs(place.start - hint) for place in left]
        if away.count(min(away)) == 1:
            return left[away.index(min(away))], "hint"
    return None, ""


def agreement(place: Span, text: Text, table: LetterTable, around: tuple[str, str]) -> int:
    """Count the letters around a place that agree, each way up to the first difference."""
    prefix, suffix = around
    low = max(place.start - 2 * len(prefix) - _MORE, 0)
    before = text[low : place.start]
    after = text[place.end : place.end + 2 * len(suffix) + _MORE]
    return _common(table.of(prefix)[0][::-1], table.of(before)[0][::-1]) + _common(
        table.of(suffix)[0], table.of(after)[0]
    )


def _common(one: Ints, other: Ints) -> int:
    size = min(one.size, other.size)
    differ = np.flatnonzero(one[:size] != other[:size])
    return int(differ[0]) if differ.size else size


_OMISSION = re.compile(r"[\[(]?\s*(?:\.{3,}|\u2026+|\.(?:[ \u00a0]\.){2,})\s*[\])]?")
_FAR, _WIDE = 2_000, 10
"""Pieces lie at most so many characters apart, or so many times the letters of the quote."""


def pieces_of(quote: str) -> list[str]:
    """Return the pieces between omissions that hold anything; a whole quote is one piece.

    Examples
    --------
    >>> pieces_of("rate was 5.5 % [...] grow fast ...")
    ['rate was 5.5 %', 'grow fast']
    """
    pieces = (piece.strip() for piece in _OMISSION.split(quote))
    return [piece for piece in pieces if any(sign.isalnum() for sign in piece)]


@dataclass(frozen=True)
class Choice:
    """One way to place all pieces: in one document, in order, without overlap.

    Parameters
    ----------
    spans : tuple of Span
        The places of the pieces.
    ways : int
        How many ways there are from the same first start to the same last end.
    """

    spans: tuple[Span, ...]
    ways: int

    @property
    def width(self) -> int:
        """Characters from the first start to the last end."""
        return self.spans[-1].end - self.spans[0].start

    @property
    def errors(self) -> int:
        """Errors of all pieces."""
        return sum(span.errors for span in self.spans)

    @property
    def cover(self) -> Span:
        """One place from the first start to the last end."""
        first, last = self.spans[0], self.spans[-1]
        said = {word for span in self.spans for word in span.changed.split("|") if word}
        return Span(
            first.doc, first.start, last.end, self.errors, "|".join(sorted(said)), exact=False
        )


def narrowest(places: Sequence[Sequence[Span]], letters: int) -> list[Choice]:
    """Return the choices of least width, none where the pieces are nowhere near each other.

    Parameters
    ----------
    places : sequence of sequences of Span
        All best places of each piece.
    letters : int
        Letters of the whole quote. O(places log places).
    """
    docs = set.intersection(*({span.doc for span in spans} for spans in places))
    found: list[Choice] = []
    for doc in sorted(docs):
        here = [sorted((s for s in spans if s.doc == doc), key=_ends) for spans in places]
        found += _choices(here)
    least = min((choice.width for choice in found), default=0)
    if not found or least > max(_FAR, _WIDE * letters):
        return []
    return [choice for choice in found if choice.width == least]


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _choices(places: Sequence[Sequence[Span]]) -> list[Choice]:
    """For each place of the first piece, take the others as early as they come."""
    starts = [[span.start for span in spans] for spans in places]
    found: list[Choice] = []
    for first in places[0]:
        chain = [first]
        for spans, begin in zip(places[1:], starts[1:], strict=True):
            at = bisect_left(begin, chain[-1].end)
            if at == len(spans):
                break
            chain.append(spans[at])
        if len(chain) == len(places):
            found.append(Choice(tuple(chain), _ways(places, starts, chain)))
    return found


def _ways(places: Sequence[Sequence[Span]], starts: list[list[int]], chain: list[Span]) -> int:
    """Count the ways to place the middle pieces between the first and the last of a chain."""
    ways = {chain[0].end: 1}
    for spans, begin in zip(places[1:-1], starts[1:-1], strict=True):
        after: dict[int, int] = {}
        for end, count in ways.items():
            for span in spans[bisect_left(begin, end) :]:
                if span.end > chain[-1].start:
                    break
                after[span.end] = after.get(span.end, 0) + count
        ways = after
    return sum(ways.values())


_NO_BLANKS = 0x2E7F
"""Scripts above this code point are written without blanks between words."""


def find_raw(quote: str, doc: int, shelf: Shelf) -> list[Span]:
    """Find a quote character for character, but for blanks around it."""
    bare = quote.strip()
    found: list[Span] = []
    if not bare:
        return found
    lead = quote.index(bare)
    for where in range(len(shelf.names)) if doc == ANYWHERE else (doc,):
        text = shelf.text(where)
        at = text.find(bare)
        while at >= 0 and len(found) < MOST_PLACES:
            low, high = at - lead, at - lead + len(quote)
            whole = low >= 0 and text[low:high] == quote
            place = (low, high) if whole else (at, at + len(bare))
            found.append(Span(where, *place, 0, "", exact=whole))
            at = text.find(bare, at + 1)
    return found


def whole_words(quotes: Quotes, shelf: Shelf) -> Places:
    """Find the same letters where words begin and end as in the quote."""
    rows: list[tuple[int, int, int, int]] = []
    for which, codes in enumerate(quotes.codes):
        start = np.array(find_letters(codes, int(quotes.doc[which]), shelf), np.int64)
        end = start + codes.size
        good = _is_end(shelf, start, codes[0]) & _is_end(shelf, end, codes[-1])
        rows += [(which, a, a + codes.size, 0) for a in start[good].tolist()]
    return Places.of(rows)


def _is_end(shelf: Shelf, at: Ints, letter: np.uint32) -> NDArray[np.bool_]:
    """Tell where a quote that begins or ends with a letter may begin or end."""
    found = shelf.edge(at) | (letter > _NO_BLANKS)
    for row in np.flatnonzero(~found).tolist():  # inside a word: both neighbours are there
        place = int(at[row])
        found[row] = bool((shelf.codes(place - 1, place + 1) > _NO_BLANKS).any())
    return found
