"""Quotes of a few letters: looked up as they are, never with errors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.texts.normalise import Shelf
from partwise.texts.search import MOST_PLACES, Places, find_letters
from partwise.texts.seeds import ANYWHERE, Quotes
from partwise.texts.spans import Span

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
