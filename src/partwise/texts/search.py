"""Approximate search of quotes: seeds, candidate places and alignment."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import (
    AlignedColumns,
    offsets_from_lengths,
    rank_in_segment,
    segment_starts,
)
from partwise.kernels.text.edits import end_costs
from partwise.kernels.text.grams import GramFilter, Hashes, gram_hashes, mixed
from partwise.texts.normalise import PIECE, Shelf

Codes = NDArray[Any]


def aligned(
    quotes: Sequence[Codes], low: Ints, high: Ints, limit: Ints, shelf: Shelf
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return pair, start, end and errors of the best places of quotes in windows.

    Parameters
    ----------
    quotes : sequence of arrays
        The letters of each pair's quote.
    low, high : arrays
        Each pair's window in the row of the texts, inside one document.
    limit : array
        Most errors of each pair.
    shelf : Shelf
        The texts.
    """
    windows = [shelf.codes(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    pair, end, errors = _ends(quotes, end_costs(quotes, windows), low, limit, shelf)
    backwards, before = [], []
    for which, stop, wrong in zip(pair.tolist(), end.tolist(), errors.tolist(), strict=True):
        quote, window = quotes[which], windows[which]
        backwards.append(quote[::-1])
        last = stop - int(low[which])
        before.append(window[max(last - quote.size - wrong, 0) : last][::-1])
    costs = end_costs(backwards, before, anchored=True)
    start = np.empty(pair.size, np.int64)
    for at, wrong in enumerate(errors.tolist()):
        begins = end[at] - np.flatnonzero(costs[at] == wrong)
        quote = quotes[int(pair[at])]
        start[at] = _best(begins, begins, shelf, int(quote[0]), int(low[pair[at]]), sign=-1)
    return pair, start, end, errors


def _ends(
    quotes: Sequence[Codes], costs: Sequence[Ints], low: Ints, limit: Ints, shelf: Shelf
) -> tuple[Ints, Ints, Ints]:
    """Choose the ends; those more than half a quote apart are different places."""
    found: list[tuple[int, int, int]] = []
    for pair, (quote, cost) in enumerate(zip(quotes, costs, strict=True)):
        least = int(cost.min())
        if least > limit[pair]:
            continue
        ends = np.flatnonzero(cost == least) + low[pair]
        for some in np.split(ends, np.flatnonzero(np.diff(ends) > quote.size / 2) + 1):
            last = _best(some, some - 1, shelf, int(quote[-1]), int(low[pair]), sign=1)
            found.append((pair, last, least))
    columns = np.array(found, np.int64).reshape(-1, 3).T
    return columns[0], columns[1], columns[2]


def _best(places: Ints, letters: Ints, shelf: Shelf, wanted: int, low: int, *, sign: int) -> int:
    """Prefer a place at an edge, then one beside the wanted letter, then the outermost."""
    if places.size == 1:
        return int(places[0])
    edge = shelf.edge(places)
    inside = letters >= low
    same = np.zeros(places.size, bool)
    codes = shelf.codes(int(letters.min().clip(low)), int(letters.max()) + 1)
    at = letters[inside] - max(int(letters.min()), low)
    same[inside] = codes[at] == wanted
    order = np.lexsort((sign * places, same, edge))
    return int(places[order[-1]])


# The quotes are indexed and the texts stream past. A quote that names its document has its seeds
# marked with that document, so that it meets no other.

ANYWHERE = -1
"""Stands for the document of a quote that names none."""


@dataclass(frozen=True)
class Quotes:
    """Quotes in normal form."""

    codes: list[NDArray[np.uint32]]
    """The letters of each."""
    doc: Ints
    """Number of the document of each, `ANYWHERE` for all."""

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def size(self) -> Ints:
        """Letters of each."""
        return np.array([codes.size for codes in self.codes], np.int64)


@dataclass(frozen=True)
class Seeds:
    """Seeds of quotes and where they occur.

    Parameters
    ----------
    quote, offset, key : arrays
        Each seed's quote, its place in it, and the number of its hash.
    total : array
        Occurrences of each hash.
    first, hit : arrays
        Those of hash i that are remembered stand at ``hit[first[i]:first[i + 1]]``, as places in
        the row of the texts.
    """

    quote: Ints
    offset: Ints
    key: Ints
    total: Ints
    first: Ints
    hit: Ints

    def occurrences(self, some: Ints) -> tuple[Ints, Ints]:
        """Return number and place of the remembered occurrences of some seeds."""
        count = np.diff(self.first)[self.key[some]]
        at = np.repeat(self.first[self.key[some]], count) + ramps(count)
        return np.repeat(some, count), self.hit[at]


def ramps(count: Ints) -> Ints:
    """Return 0, 1, ..., count - 1 for each count."""
    return rank_in_segment(offsets_from_lengths(count)) - 1


def spread(size: Ints, k: int, most: int) -> tuple[Ints, Ints]:
    """Return quote and offset of at most `most` seeds a quote, spread evenly from end to end."""
    room = size - k
    count = np.minimum(room + 1, most)
    quote = np.repeat(np.arange(size.size), count)
    nth = ramps(count)
    steps = np.maximum(count - 1, 1)
    return quote, nth * room[quote] // steps[quote]


def stepped(size: Ints, k: int, step: Ints) -> tuple[Ints, Ints]:
    """Return quote and offset of a seed every `step` letters, and of one at the end."""
    room = size - k
    count = room // step + 1
    extra = room % step > 0
    quote = np.repeat(np.arange(size.size), count + extra)
    return quote, np.minimum(ramps(count + extra) * step[quote], room[quote])


def find_seeds(
    quotes: Quotes, shelf: Shelf, k: int, seeds: tuple[Ints, Ints], *, most: int
) -> Seeds:
    """Look for seeds in all texts; of each hash `most` occurrences are remembered."""
    quote, offset = seeds
    marks = _marks(len(shelf.names))
    hashes = _seed_hashes(quotes, k, quote, offset)
    named = quotes.doc[quote] != ANYWHERE
    hashes[named] = mixed(hashes[named] ^ marks[quotes.doc[quote[named]]])
    wanted, key = np.unique(hashes, return_inverse=True)
    total = np.zeros(wanted.size, np.int64)
    keys, hits = array("q"), array("q")  # many small arrays would leave memory in splinters
    if wanted.size:
        looking = GramFilter(wanted)
        for found in _stream(shelf, k, marks, looking, named):
            which, at, nth = _counted(*found, total)
            keys.frombytes(which[nth < most].tobytes())
            hits.frombytes(at[nth < most].tobytes())
    all_keys, all_hits = np.frombuffer(keys, np.int64), np.frombuffer(hits, np.int64)
    order = np.argsort(all_keys, kind="stable")
    first = np.searchsorted(all_keys[order], np.arange(wanted.size + 1))
    return Seeds(quote, offset, key.astype(np.int64), total, first, all_hits[order])


def _counted(key: Ints, at: Ints, total: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort occurrences by hash, number them, and add them to the totals."""
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = segment_starts(key)
    count = np.diff(np.append(begins, key.size))
    nth = np.repeat(total[key[begins]], count) + ramps(count)
    total[key[begins]] += count
    return key, at[order], nth


def _marks(documents: int) -> Hashes:
    return mixed(np.arange(1, documents + 1, dtype=np.uint64) * np.uint64(0xA0761D6478BD642F))


def _seed_hashes(quotes: Quotes, k: int, quote: Ints, offset: Ints) -> Hashes:
    """Hash the seeds of all quotes, some quotes at a time."""
    size = quotes.size
    found = [np.empty(0, np.uint64)]
    border = np.flatnonzero(np.diff(np.cumsum(size) // PIECE)) + 1
    for some in np.split(np.arange(size.size), border):
        if some.size:
            low, high = some[0], some[-1] + 1
            hashes = gram_hashes(np.concatenate(quotes.codes[low:high]), k)
            begin = np.cumsum(size[low:high]) - size[low:high]
            here = slice(*np.searchsorted(quote, (low, high)))
            found.append(hashes[begin[quote[here] - low] + offset[here]])
    return np.concatenate(found)


def _stream(
    shelf: Shelf, k: int, marks: Hashes, looking: GramFilter, named: NDArray[np.bool_]
) -> Iterator[tuple[Ints, Ints]]:
    """Yield number of hash and place of what is found, a piece of the texts at a time."""
    for block, low, codes in shelf.stretches(k - 1):
        mark = marks[block.docs.start : block.docs.stop]
        hashes = gram_hashes(codes, k)
        several = []
        if named.any():
            if mark.size > 1:  # a block of several documents is one piece
                mark = np.repeat(mark, block.spans())[: hashes.size]
            several.append(mixed(hashes ^ mark))
        if not named.all():
            several.append(hashes)
        for some in several:
            at, key = looking.find(some)
            if at.size:
                yield key, at + low


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
