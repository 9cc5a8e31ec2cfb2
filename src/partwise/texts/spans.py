"""From letters back to the source: the characters that a place in normal form stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text.edits import end_costs
from partwise.tables.texts import Text
from partwise.texts.changes import changed
from partwise.texts.normalise import Shelf
from partwise.texts.search import Places

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
