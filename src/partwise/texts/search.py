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
from partwise.texts.normalise import PIECE, TextIndex

Codes = NDArray[Any]


def aligned(
    quotes: Sequence[Codes], low: Ints, high: Ints, limit: Ints, text_index: TextIndex
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return pair, start, end and errors of the best places of quotes in windows.

    Parameters
    ----------
    quotes : sequence of arrays
        The letters of each pair's quote.
    low, high : arrays
        Window of each pair as places of `text_index`, inside one document.
    limit : array
        Maximum errors of each pair.
    text_index : TextIndex
        The texts.
    """
    windows = [text_index.codes(a, b) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    pair, end, errors = _ends(quotes, end_costs(quotes, windows), low, limit, text_index)
    backwards, before = [], []
    for which, stop, wrong in zip(pair.tolist(), end.tolist(), errors.tolist(), strict=True):
        quote, window = quotes[which], windows[which]
        backwards.append(quote[::-1])
        last = stop - int(low[which])
        before.append(window[max(last - quote.size - wrong, 0) : last][::-1])
    costs = end_costs(backwards, before, anchored=True)
    start = np.empty(pair.size, np.int64)
    for row, wrong in enumerate(errors.tolist()):
        begins = end[row] - np.flatnonzero(costs[row] == wrong)
        quote = quotes[int(pair[row])]
        start[row] = _best(begins, begins, text_index, int(quote[0]), int(low[pair[row]]), sign=-1)
    return pair, start, end, errors


def _ends(
    quotes: Sequence[Codes], costs: Sequence[Ints], low: Ints, limit: Ints, text_index: TextIndex
) -> tuple[Ints, Ints, Ints]:
    """Choose the ends; those more than half a quote apart are different places."""
    ends_found: list[tuple[int, int, int]] = []
    for pair, (quote, cost) in enumerate(zip(quotes, costs, strict=True)):
        lowest = int(cost.min())
        if lowest > limit[pair]:
            continue
        ends = np.flatnonzero(cost == lowest) + low[pair]
        for group in np.split(ends, np.flatnonzero(np.diff(ends) > quote.size / 2) + 1):
            last = _best(group, group - 1, text_index, int(quote[-1]), int(low[pair]), sign=1)
            ends_found.append((pair, last, lowest))
    columns = np.array(ends_found, np.int64).reshape(-1, 3).T
    return columns[0], columns[1], columns[2]


def _best(
    places: Ints, letters: Ints, text_index: TextIndex, letter: int, low: int, *, sign: int
) -> int:
    """Prefer a place at an edge, then one next to `letter`, then the outermost."""
    if places.size == 1:
        return int(places[0])
    edge = text_index.edge(places)
    inside = letters >= low
    same = np.zeros(places.size, bool)
    codes = text_index.codes(int(letters.min().clip(low)), int(letters.max()) + 1)
    offset = letters[inside] - max(int(letters.min()), low)
    same[inside] = codes[offset] == letter
    order = np.lexsort((sign * places, same, edge))
    return int(places[order[-1]])


# The quotes are indexed and the texts stream past. A quote that names its document has its seeds
# marked with that document, so that it meets no other.

ANYWHERE = -1
"""Document number of a quote that names none."""


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
    """Seeds of quotes and their occurrences.

    Parameters
    ----------
    quote, offset, key : arrays
        Each seed's quote, its place in it, and the number of its hash.
    total : array
        Occurrences of each hash.
    first, hit : arrays
        CSR layout: stored occurrences of hash i are ``hit[first[i]:first[i + 1]]``, as places of
        the `TextIndex`.
    """

    quote: Ints
    offset: Ints
    key: Ints
    total: Ints
    first: Ints
    hit: Ints

    def occurrences(self, seeds: Ints) -> tuple[Ints, Ints]:
        """Return seed and place of the stored occurrences of the given seeds."""
        count = np.diff(self.first)[self.key[seeds]]
        index = np.repeat(self.first[self.key[seeds]], count) + ramps(count)
        return np.repeat(seeds, count), self.hit[index]


def ramps(count: Ints) -> Ints:
    """Return 0, 1, ..., count - 1 for each count."""
    return rank_in_segment(offsets_from_lengths(count)) - 1


def spread(size: Ints, k: int, maximum: int) -> tuple[Ints, Ints]:
    """Return quote and offset of at most `maximum` evenly spread seeds per quote."""
    room = size - k
    count = np.minimum(room + 1, maximum)
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
    quotes: Quotes, text_index: TextIndex, k: int, seeds: tuple[Ints, Ints], *, maximum: int
) -> Seeds:
    """Find seeds in all texts; at most `maximum` occurrences of each hash are stored."""
    quote, offset = seeds
    marks = _marks(len(text_index.names))
    hashes = _seed_hashes(quotes, k, quote, offset)
    named = quotes.doc[quote] != ANYWHERE
    hashes[named] = mixed(hashes[named] ^ marks[quotes.doc[quote[named]]])
    sought, key = np.unique(hashes, return_inverse=True)
    total = np.zeros(sought.size, np.int64)
    keys, hits = array("q"), array("q")  # many small arrays would leave memory in splinters
    if sought.size:
        looking = GramFilter(sought)
        for hits_of_piece in _stream(text_index, k, marks, looking, named):
            which, place, nth = _counted(*hits_of_piece, total)
            keys.frombytes(which[nth < maximum].tobytes())
            hits.frombytes(place[nth < maximum].tobytes())
    all_keys, all_hits = np.frombuffer(keys, np.int64), np.frombuffer(hits, np.int64)
    order = np.argsort(all_keys, kind="stable")
    first = np.searchsorted(all_keys[order], np.arange(sought.size + 1))
    return Seeds(quote, offset, key.astype(np.int64), total, first, all_hits[order])


def _counted(key: Ints, place: Ints, total: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort occurrences by hash, number them, and add them to the totals."""
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = segment_starts(key)
    count = np.diff(np.append(begins, key.size))
    nth = np.repeat(total[key[begins]], count) + ramps(count)
    total[key[begins]] += count
    return key, place[order], nth


def _marks(documents: int) -> Hashes:
    return mixed(np.arange(1, documents + 1, dtype=np.uint64) * np.uint64(0xA0761D6478BD642F))


def _seed_hashes(quotes: Quotes, k: int, quote: Ints, offset: Ints) -> Hashes:
    """Hash the seeds of all quotes, in groups of quotes that bound memory."""
    size = quotes.size
    seed_hashes = [np.empty(0, np.uint64)]
    border = np.flatnonzero(np.diff(np.cumsum(size) // PIECE)) + 1
    for group in np.split(np.arange(size.size), border):
        if group.size:
            low, high = group[0], group[-1] + 1
            hashes = gram_hashes(np.concatenate(quotes.codes[low:high]), k)
            begin = np.cumsum(size[low:high]) - size[low:high]
            seed_rows = slice(*np.searchsorted(quote, (low, high)))
            seed_hashes.append(hashes[begin[quote[seed_rows] - low] + offset[seed_rows]])
    return np.concatenate(seed_hashes)


def _stream(
    text_index: TextIndex, k: int, marks: Hashes, looking: GramFilter, named: NDArray[np.bool_]
) -> Iterator[tuple[Ints, Ints]]:
    """Yield hash numbers and places of the hits, piece by piece."""
    for block, low, codes in text_index.stretches(k - 1):
        mark = marks[block.docs.start : block.docs.stop]
        hashes = gram_hashes(codes, k)
        several = []
        if named.any():
            if mark.size > 1:  # a block of several documents is one piece
                mark = np.repeat(mark, block.spans())[: hashes.size]
            several.append(mixed(hashes ^ mark))
        if not named.all():
            several.append(hashes)
        for hash_values in several:
            place, key = looking.find(hash_values)
            if place.size:
                yield key, place + low


LONG, SHORT = 12, 8
"""Letters of a seed."""
MOST_PLACES = 1000
"""Maximum number of places of one quote."""

_SEEDS = 8
_REMEMBERED = {LONG: 64, SHORT: 16}
_BEST_GROUPS, _SURE_GROUPS = 8, 2
_DENSE, _FEW_LETTERS = 60, 40


@dataclass(frozen=True, eq=False)
class Places(AlignedColumns):
    """Places of quotes in a `TextIndex`.

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


def same_letters(quotes: Quotes, text_index: TextIndex) -> Places:
    """Find every copy of each quote: `MOST_PLACES` at most, in order of the texts."""
    size = quotes.size
    seeds = find_seeds(
        quotes, text_index, LONG, spread(size, LONG, _SEEDS), maximum=_REMEMBERED[LONG] + 1
    )
    total = seeds.total[seeds.key]
    # the rarest seed of each quote; one that occurs nowhere settles the matter
    order = np.lexsort((seeds.offset, total, seeds.quote))
    rarest = order[segment_starts(seeds.quote[order])]
    rows: list[tuple[int, int, int, int]] = []
    few = rarest[(total[rarest] > 0) & (total[rarest] <= _REMEMBERED[LONG])]
    seed, hit = seeds.occurrences(few)
    quote, start = seeds.quote[seed], hit - seeds.offset[seed]
    doc = text_index.doc_of(hit)
    inside = (start >= text_index.first[doc]) & (start + size[quote] <= text_index.last[doc])
    quote_bytes = _QuoteBytes(quotes)
    quote, start = quote[inside], start[inside]
    order = np.argsort(start)  # letters that are not kept are worked out in their order
    for which, start_letter in zip(quote[order].tolist(), start[order].tolist(), strict=True):
        end = start_letter + int(size[which])
        codes = text_index.codes(start_letter, end)
        if codes.tobytes() == quote_bytes.of(which, codes.dtype):
            rows.append((which, start_letter, end, 0))
    for which in seeds.quote[rarest[total[rarest] > _REMEMBERED[LONG]]].tolist():
        places = find_letters(quotes.codes[which], int(quotes.doc[which]), text_index)
        rows += [
            (which, start_letter, start_letter + int(size[which]), 0) for start_letter in places
        ]
    return Places.of(sorted(rows))


class _QuoteBytes:
    """Letters of quotes as bytes in the dtype of a text; the last one is cached."""

    def __init__(self, quotes: Quotes) -> None:
        self._quotes = quotes
        self._cached_key: tuple[int, Any] | None = None
        self._bytes: bytes | None = None

    def of(self, quote: int, dtype: Any) -> bytes | None:
        """Return a quote's bytes; None where the text cannot hold its letters."""
        if self._cached_key != (quote, dtype):
            self._cached_key = quote, dtype
            self._bytes = bytes_of(self._quotes.codes[quote], dtype)
        return self._bytes


def bytes_of(codes: NDArray[Any], dtype: Any) -> bytes | None:
    """Return codes as bytes of a width, None where it cannot hold them."""
    if int(codes.max()) > np.iinfo(dtype).max:
        return None
    return codes.astype(dtype).tobytes()


def find_letters(codes: NDArray[Any], doc: int, text_index: TextIndex) -> list[int]:
    """Find at most `MOST_PLACES` places of a letter sequence, in one document or in all."""
    places: list[int] = []
    for _, low, letters in text_index.stretches(codes.size - 1, doc):
        needle, width = bytes_of(codes, letters.dtype), letters.itemsize
        if needle is None:
            continue
        text = letters.tobytes()
        byte = text.find(needle)
        while byte >= 0 and len(places) < MOST_PLACES:
            if byte % width == 0:
                places.append(low + byte // width)
            byte = text.find(needle, byte + 1)
    return places


def with_errors(quotes: Quotes, text_index: TextIndex, max_errors: float) -> Places:
    """Find the places of minimum edit distance, for quotes without an exact match."""
    long_seeded = _fuzzy(quotes, np.arange(len(quotes)), text_index, LONG, max_errors)
    remaining = np.setdiff1d(np.arange(len(quotes)), long_seeded.quote)
    short_seeded = _fuzzy(quotes, remaining, text_index, SHORT, max_errors)
    columns = [
        np.concatenate(pair)
        for pair in zip(_columns(long_seeded), _columns(short_seeded), strict=True)
    ]
    order = np.lexsort((columns[1], columns[0]))
    return Places(*(column[order] for column in columns))


def _columns(places: Places) -> tuple[Ints, Ints, Ints, Ints]:
    return places.quote, places.start, places.end, places.errors


def _fuzzy(
    quotes: Quotes, chosen_rows: Ints, text_index: TextIndex, k: int, max_errors: float
) -> Places:
    """Vote for places with seeds of k letters, then compute edit distances there."""
    chosen = Quotes([quotes.codes[i] for i in chosen_rows.tolist()], quotes.doc[chosen_rows])
    if not len(chosen):
        return Places.of([])
    size = chosen.size
    limit = np.floor(max_errors * size + 1e-9).astype(np.int64)
    step = np.where((k == LONG) & (size >= _DENSE), 3, 1)
    seeds = find_seeds(chosen, text_index, k, stepped(size, k, step), maximum=_REMEMBERED[k])
    groups = _groups(seeds, chosen, text_index, limit, k)
    # letters that are not kept are worked out in their order
    quote, low, high, doc = (column[np.argsort(groups[1])] for column in groups)
    reach = limit[quote] + 2
    low = np.maximum(low - reach, text_index.first[doc])
    high = np.minimum(high + size[quote] + reach, text_index.last[doc])
    pair, start, end, errors = aligned(
        [chosen.codes[i] for i in quote.tolist()], low, high, limit[quote], text_index
    )
    return _distinct(Places(chosen_rows[quote[pair]], start, end, errors))


def _groups(
    seeds: Seeds, quotes: Quotes, text_index: TextIndex, limit: Ints, k: int
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return quote, lowest and highest diagonal and document of the groups with most votes."""
    total = seeds.total[seeds.key]
    rare = (total > 0) & (total <= _REMEMBERED[k])
    has_rare = np.zeros(len(quotes), bool)
    has_rare[seeds.quote[rare]] = True
    seed, hit = seeds.occurrences(np.flatnonzero(rare | ((total > 0) & ~has_rare[seeds.quote])))
    quote, diagonal, doc = seeds.quote[seed], hit - seeds.offset[seed], text_index.doc_of(hit)
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
    lowest = np.full(int(places.quote.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, places.quote, places.errors)
    best = places.take(places.errors == lowest[places.quote])
    best = best.take(np.lexsort((best.start, best.end, best.quote)))
    half = (best.end - best.start) / 2
    is_duplicate = (np.diff(best.quote) == 0) & (np.diff(best.end) <= half[1:])
    return best.take(np.concatenate(([True], ~is_duplicate))[: best.quote.size])
