"""Search for quotes in normal form: the same letters first, then letters with errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import AlignedColumns, segment_starts
from partwise.texts.align import aligned
from partwise.texts.normalise import Shelf
from partwise.texts.seeds import Quotes, Seeds, find_seeds, spread, stepped

LONG, SHORT = 12, 8
"""Letters of a seed."""
MOST_PLACES = 1000
"""Places of one quote that are counted."""

_SEEDS = 8
_REMEMBERED = {LONG: 64, SHORT: 16}
_BEST_GROUPS, _SURE_GROUPS = 8, 2
_DENSE, _FEW_LETTERS = 60, 40


@dataclass(frozen=True, eq=False)
class Places(AlignedColumns):
    """Places of quotes, as letters in the row of the texts.

    Parameters
    ----------
    quote, start, end, errors : arrays
        Number of the quote, its first letter, the letter after its last, and the distance.
    """

    quote: Ints
    start: Ints
    end: Ints
    errors: Ints

    @classmethod
    def of(cls, rows: list[tuple[int, int, int, int]]) -> Places:
        """Make places of rows."""
        return cls(*np.array(rows, np.int64).reshape(-1, 4).T)


def same_letters(quotes: Quotes, shelf: Shelf) -> Places:
    """Find every copy of each quote: `MOST_PLACES` at most, in order of the texts."""
    size = quotes.size
    seeds = find_seeds(quotes, shelf, LONG, spread(size, LONG, _SEEDS), most=_REMEMBERED[LONG] + 1)
    total = seeds.total[seeds.key]
    # the rarest seed of each quote; one that occurs nowhere settles the matter
    order = np.lexsort((seeds.offset, total, seeds.quote))
    rarest = order[segment_starts(seeds.quote[order])]
    rows: list[tuple[int, int, int, int]] = []
    few = rarest[(total[rarest] > 0) & (total[rarest] <= _REMEMBERED[LONG])]
    seed, hit = seeds.occurrences(few)
    quote, start = seeds.quote[seed], hit - seeds.offset[seed]
    doc = shelf.doc_of(hit)
    inside = (start >= shelf.first[doc]) & (start + size[quote] <= shelf.last[doc])
    wanted = _Bytes(quotes)
    quote, start = quote[inside], start[inside]
    order = np.argsort(start)  # letters that are not kept are worked out in their order
    for which, at in zip(quote[order].tolist(), start[order].tolist(), strict=True):
        end = at + int(size[which])
        codes = shelf.codes(at, end)
        if codes.tobytes() == wanted.of(which, codes.dtype):
            rows.append((which, at, end, 0))
    for which in seeds.quote[rarest[total[rarest] > _REMEMBERED[LONG]]].tolist():
        places = find_letters(quotes.codes[which], int(quotes.doc[which]), shelf)
        rows += [(which, at, at + int(size[which]), 0) for at in places]
    return Places.of(sorted(rows))


class _Bytes:
    """Bytes of quotes, as the codes of a text would hold them."""

    def __init__(self, quotes: Quotes) -> None:
        self._quotes = quotes
        self._known: tuple[int, Any] | None = None
        self._bytes: bytes | None = None

    def of(self, quote: int, dtype: Any) -> bytes | None:
        """Return a quote's bytes; None where the text cannot hold its letters."""
        if self._known != (quote, dtype):
            self._known = quote, dtype
            self._bytes = bytes_of(self._quotes.codes[quote], dtype)
        return self._bytes


def bytes_of(codes: NDArray[Any], dtype: Any) -> bytes | None:
    """Return codes as bytes of a width, None where it cannot hold them."""
    if int(codes.max()) > np.iinfo(dtype).max:
        return None
    return codes.astype(dtype).tobytes()


def find_letters(codes: NDArray[Any], doc: int, shelf: Shelf) -> list[int]:
    """Find all places of some letters, `MOST_PLACES` at most, in one document or in all."""
    found: list[int] = []
    for _, low, letters in shelf.stretches(codes.size - 1, doc):
        wanted, width = bytes_of(codes, letters.dtype), letters.itemsize
        if wanted is None:
            continue
        text = letters.tobytes()
        at = text.find(wanted)
        while at >= 0 and len(found) < MOST_PLACES:
            if at % width == 0:
                found.append(low + at // width)
            at = text.find(wanted, at + 1)
    return found


def with_errors(quotes: Quotes, shelf: Shelf, max_errors: float) -> Places:
    """Find the places of least distance of quotes that are nowhere letter for letter."""
    found = _fuzzy(quotes, np.arange(len(quotes)), shelf, LONG, max_errors)
    left = np.setdiff1d(np.arange(len(quotes)), found.quote)
    more = _fuzzy(quotes, left, shelf, SHORT, max_errors)
    columns = [np.concatenate(pair) for pair in zip(_columns(found), _columns(more), strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    return Places(*(column[order] for column in columns))


def _columns(places: Places) -> tuple[Ints, Ints, Ints, Ints]:
    return places.quote, places.start, places.end, places.errors


def _fuzzy(quotes: Quotes, some: Ints, shelf: Shelf, k: int, max_errors: float) -> Places:
    """Vote with seeds of k letters, then measure the distance where the votes are."""
    chosen = Quotes([quotes.codes[i] for i in some.tolist()], quotes.doc[some])
    if not len(chosen):
        return Places.of([])
    size = chosen.size
    limit = np.floor(max_errors * size + 1e-9).astype(np.int64)
    step = np.where((k == LONG) & (size >= _DENSE), 3, 1)
    seeds = find_seeds(chosen, shelf, k, stepped(size, k, step), most=_REMEMBERED[k])
    groups = _groups(seeds, chosen, shelf, limit, k)
    # letters that are not kept are worked out in their order
    quote, low, high, doc = (column[np.argsort(groups[1])] for column in groups)
    reach = limit[quote] + 2
    low = np.maximum(low - reach, shelf.first[doc])
    high = np.minimum(high + size[quote] + reach, shelf.last[doc])
    pair, start, end, errors = aligned(
        [chosen.codes[i] for i in quote.tolist()], low, high, limit[quote], shelf
    )
    return _distinct(Places(some[quote[pair]], start, end, errors))


def _groups(
    seeds: Seeds, quotes: Quotes, shelf: Shelf, limit: Ints, k: int
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return quote, lowest and highest diagonal and document of the groups with most votes."""
    total = seeds.total[seeds.key]
    rare = (total > 0) & (total <= _REMEMBERED[k])
    has_rare = np.zeros(len(quotes), bool)
    has_rare[seeds.quote[rare]] = True
    seed, hit = seeds.occurrences(np.flatnonzero(rare | ((total > 0) & ~has_rare[seeds.quote])))
    quote, diagonal, doc = seeds.quote[seed], hit - seeds.offset[seed], shelf.doc_of(hit)
    order = np.lexsort((diagonal, doc, quote))
    quote, diagonal, doc = quote[order], diagonal[order], doc[order]
    new = np.ones(quote.size, bool)
    new[1:] = (np.diff(quote) > 0) | (np.diff(doc) > 0)
    new[1:] |= np.diff(diagonal) > limit[quote[1:]] + 2
    begin = np.flatnonzero(new)
    stop = np.append(begin[1:], quote.size)[: begin.size]
    votes = stop - begin
    keep = np.ones(begin.size, bool)
    if k == SHORT:
        keep = (votes > 1) | (quotes.size[quote[begin]] < _FEW_LETTERS)
    begin, stop, votes = begin[keep], stop[keep], votes[keep]
    best = np.zeros(len(quotes), np.int64)
    np.maximum.at(best, quote[begin], votes)
    order = np.lexsort((begin, -votes, quote[begin]))
    begin, stop, votes = begin[order], stop[order], votes[order]
    owner = quote[begin]
    heads = segment_starts(owner)
    nth = np.arange(begin.size) - np.repeat(heads, np.diff(np.append(heads, begin.size)))
    keep = (nth < _SURE_GROUPS) | ((nth < _BEST_GROUPS) & (2 * votes >= best[owner]))
    begin, stop = begin[keep], stop[keep]
    return quote[begin], diagonal[begin], diagonal[stop - 1], doc[begin]


def _distinct(places: Places) -> Places:
    """Keep the best places of each quote, those of overlapping windows once."""
    least = np.full(int(places.quote.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(least, places.quote, places.errors)
    best = places.take(places.errors == least[places.quote])
    best = best.take(np.lexsort((best.start, best.end, best.quote)))
    half = (best.end - best.start) / 2
    again = (np.diff(best.quote) == 0) & (np.diff(best.end) <= half[1:])
    return best.take(np.concatenate(([True], ~again))[: best.quote.size])
