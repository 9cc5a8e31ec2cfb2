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
from partwise.texts.normalise import TextIndex, changed
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
        """Sort key of places, smaller is better: errors, then inexact."""
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
    places: Places, quotes: list[Quoted], letters: Sequence[NDArray[Any]], text_index: TextIndex
) -> list[Span]:
    """Return the span of each place, in the order of the places."""
    doc = text_index.doc_of(places.start)
    first, last = places.start, places.end - 1
    edges = np.stack(
        (
            np.maximum(first - 1, text_index.first[doc]),
            first,
            last,
            np.minimum(last + 1, text_index.last[doc] - 1),
        )
    )
    source = text_index.source(edges.ravel()).reshape(4, -1)
    split_start = (source[0] == source[1]) & (edges[0] < first)
    split_end = (source[3] == source[2]) & (edges[3] > last)
    result = []
    rows = zip(
        places.quote.tolist(),
        doc.tolist(),
        *source[1:3].tolist(),
        places.errors.tolist(),
        (split_start | split_end).tolist(),
        strict=True,
    )
    for which, where, start, end, errors, split in rows:
        text = text_index.text(where)
        wrong = errors
        if split:  # a place cannot begin or end inside a character
            wrong = distance(letters[which], text_index.letters(text[start : end + 1])[0])
        result.append(span(quotes[which], text, where, (start, end + 1), wrong))
    return result


def distance(first: NDArray[Any], second: NDArray[Any]) -> int:
    """Return the edit distance of two lists of letters."""
    if not first.size:
        return int(second.size)
    return int(end_costs([first], [second], anchored=True)[0][-1])


def span(quote: Quoted, text: Text, doc: int, letters: tuple[int, int], errors: int) -> Span:
    """Return the span of a quote in a text, given the characters of its letters."""
    start, end = letters
    whole = start - quote.lead, end + quote.tail
    if errors == 0 and whole[0] >= 0 and text[whole[0] : whole[1]] == quote.text:
        return Span(doc, *whole, 0, "", exact=True)
    size = len(quote.text)
    start -= _punctuation_length(
        quote.text[: quote.lead][::-1], text[max(start - 40, 0) : start][::-1]
    )
    end += _punctuation_length(quote.text[size - quote.tail :], text[end : end + 40])
    # with errors, the rest of a word that is cut may be what was changed
    low, high = _whole_words(text, start, end) if errors else (start, end)
    differences = changed(quote.text, text[low:high])
    return Span(doc, start, end, max(errors, int(differences != "")), differences, exact=False)


def _whole_words(text: Text, start: int, end: int) -> tuple[int, int]:
    """Widen a span to the words in which it begins and ends."""
    low, high = max(start - _LONGEST_WORD, 0), min(end + _LONGEST_WORD, len(text))
    while start > low and text[start - 1 : start + 1].isalnum():
        start -= 1
    while end < high and text[end - 1 : end + 1].isalnum():
        end += 1
    return start, end


def _punctuation_length(quoted: str, source: str) -> int:
    """Return the number of source characters next to the letters that belong to the quote.

    They are the punctuation that the quote has there too; blanks and marks are skipped.
    """
    n_taken = position = q = 0
    while True:
        q = _stepped(quoted, q)
        position = _stepped(source, position)
        if (
            q == len(quoted)
            or position == len(source)
            or _kind(quoted[q]) != _kind(source[position])
        ):
            return n_taken
        position, q = position + 1, q + 1
        n_taken = position


def _stepped(text: str, position: int) -> int:
    stop = min(position + _MOST_STEPS, len(text))
    while position < stop and (text[position].isspace() or text[position] in _MARKS):
        position += 1
    return position


def _kind(sign: str) -> str:
    """Return the class of a sign: ``quote``, ``dash``, or the sign itself."""
    if sign in _QUOTES:
        return "quote"
    return "dash" if unicodedata.category(sign) == "Pd" else sign


Status = Literal["exact", "normalised", "fuzzy", "ambiguous", "unmatched", ""]
STATUSES: tuple[Status, ...] = ("exact", "normalised", "fuzzy", "ambiguous", "unmatched")

NOWHERE = -1


class Answer(NamedTuple):
    """Located place of a quote; the fields are the columns of `locate`.

    Parameters
    ----------
    status : str
        One of `STATUSES`, empty for a row that has no quote.
    doc, start, end, errors, elsewhere : int
        Numbers of documents, characters and letters; negative where there is none.
    changed, by : str
        Kinds of changes, and the criterion that selected the place.
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
"""Answers of one quote: several for pieces and with ``ambiguous="all"``."""

UNMATCHED: Answers = (Answer("unmatched"),)


def answer_of(place: Span, places: int, by: str, piece: int = 0) -> Answer:
    """Return the answer of a quote with one place."""
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
    """Return the status of a place: exact, fuzzy or normalised."""
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
    chosen = places if ambiguous == "all" else [min(places, key=lambda span: span[:2])]
    return tuple(
        bare._replace(doc=span.doc, start=span.start, end=span.end, changed=span.changed)
        for span in chosen
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
    """Return the place selected among equal ones and the criterion, or (None, "").

    Parameters
    ----------
    places : sequence of Span
        At least one, all equally good.
    texts : sequence of Text
        The text of each place's document.
    table : LetterTable
        Looks up letters.
    around : tuple of str
        Text before and after the quote; may be empty.
    hint : int
        Estimated start, negative if unknown.
    """
    if len(places) == 1:
        return places[0], "text"
    remaining = list(places)
    if any(around):
        pairs = zip(places, texts, strict=True)
        agreeing = [agreement(place, text, table, around) for place, text in pairs]
        best = max(agreeing)
        if best > 0:
            remaining = [place for place, n in zip(places, agreeing, strict=True) if n == best]
            if len(remaining) == 1:
                return remaining[0], "context"
    if hint >= 0:
        away = [abs(place.start - hint) for place in remaining]
        if away.count(min(away)) == 1:
            return remaining[away.index(min(away))], "hint"
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


def _common(first: Ints, second: Ints) -> int:
    size = min(first.size, second.size)
    differ = np.flatnonzero(first[:size] != second[:size])
    return int(differ[0]) if differ.size else size


_OMISSION = re.compile(r"[\[(]?\s*(?:\.{3,}|\u2026+|\.(?:[ \u00a0]\.){2,})\s*[\])]?")
_FAR, _WIDE = 2_000, 10
"""Maximum width of all pieces: in characters, or as a multiple of the quote's letters."""


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
        Number of ways from the same first start to the same last end.
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
        words_changed = {word for span in self.spans for word in span.changed.split("|") if word}
        return Span(
            first.doc,
            first.start,
            last.end,
            self.errors,
            "|".join(sorted(words_changed)),
            exact=False,
        )


def narrowest(places: Sequence[Sequence[Span]], letters: int) -> list[Choice]:
    """Return the choices of minimum width, none if the pieces are too far apart.

    Parameters
    ----------
    places : sequence of sequences of Span
        All best places of each piece.
    letters : int
        Letters of the whole quote. O(places log places).
    """
    docs = set.intersection(*({span.doc for span in spans} for spans in places))
    choices: list[Choice] = []
    for doc in sorted(docs):
        doc_places = [
            sorted((s for s in spans if s.doc == doc), key=lambda span: (span.start, span.end))
            for spans in places
        ]
        choices += _choices(doc_places)
    narrowest_width = min((choice.width for choice in choices), default=0)
    if not choices or narrowest_width > max(_FAR, _WIDE * letters):
        return []
    return [choice for choice in choices if choice.width == narrowest_width]


def _choices(places: Sequence[Sequence[Span]]) -> list[Choice]:
    """For each place of the first piece, take the others as early as they come."""
    starts = [[span.start for span in spans] for spans in places]
    choices: list[Choice] = []
    for first in places[0]:
        chain = [first]
        for spans, begin in zip(places[1:], starts[1:], strict=True):
            index = bisect_left(begin, chain[-1].end)
            if index == len(spans):
                break
            chain.append(spans[index])
        if len(chain) == len(places):
            choices.append(Choice(tuple(chain), _ways(places, starts, chain)))
    return choices


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


def find_raw(quote: str, doc: int, text_index: TextIndex) -> list[Span]:
    """Find a quote character for character, but for blanks around it."""
    bare = quote.strip()
    spans_found: list[Span] = []
    if not bare:
        return spans_found
    lead = quote.index(bare)
    for where in range(len(text_index.names)) if doc == ANYWHERE else (doc,):
        text = text_index.text(where)
        position = text.find(bare)
        while position >= 0 and len(spans_found) < MOST_PLACES:
            low, high = position - lead, position - lead + len(quote)
            whole = low >= 0 and text[low:high] == quote
            place = (low, high) if whole else (position, position + len(bare))
            spans_found.append(Span(where, *place, 0, "", exact=whole))
            position = text.find(bare, position + 1)
    return spans_found


def whole_words(quotes: Quotes, text_index: TextIndex) -> Places:
    """Find the same letters where words begin and end as in the quote."""
    rows: list[tuple[int, int, int, int]] = []
    for which, codes in enumerate(quotes.codes):
        start = np.array(find_letters(codes, int(quotes.doc[which]), text_index), np.int64)
        end = start + codes.size
        good = _is_end(text_index, start, codes[0]) & _is_end(text_index, end, codes[-1])
        rows += [(which, a, a + codes.size, 0) for a in start[good].tolist()]
    return Places.of(rows)


def _is_end(text_index: TextIndex, places: Ints, letter: np.uint32) -> NDArray[np.bool_]:
    """Return a mask of the places at which a quote may begin or end with `letter`."""
    may_end = text_index.edge(places) | (letter > _NO_BLANKS)
    for row in np.flatnonzero(~may_end).tolist():  # inside a word: both neighbours are there
        place = int(places[row])
        may_end[row] = bool((text_index.codes(place - 1, place + 1) > _NO_BLANKS).any())
    return may_end
