"""Seeds: short stretches of quotes, looked for in all texts at once.

The quotes are indexed and the texts stream past. A quote that names its document has its seeds
marked with that document, so that it meets no other.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import offsets_from_lengths, rank_in_segment, segment_starts
from partwise.kernels.text.grams import GramFilter, Hashes, gram_hashes, mixed
from partwise.texts.normalise import PIECE, Shelf

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
