"""The reader's way through a document, relevant stretch by relevant stretch.

A document is read completely, each character once. All that the measures ask
of the way can be told from its relevant stretches: how long each is, how many
characters were read before it and how many of these were not relevant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.intervals import covered_before, cut, inside, precision_along
from partwise.kernels.ragged import segment_count, segment_sum

ReadingOrder = Literal["natural", "worst", "document", "entry"]


@dataclass(frozen=True)
class ReadingPath:
    """Relevant stretches of many documents (not necessarily in reading order).

    Parameters
    ----------
    offsets : ndarray of int64
        Document ``i`` owns the stretches ``offsets[i]:offsets[i + 1]``.
    length : ndarray of int64
        Characters of the stretch.
    read, missed : ndarray of int64
        Characters read before it, and those of them that are not relevant.
    size : ndarray of int64
        Characters of each document, and what its reading costs beside them.
    """

    offsets: Ints
    length: Ints
    read: Ints
    missed: Ints
    size: Ints

    def costing(self, extra: Interruptions, part: int, jump: int) -> ReadingPath:
        """Path of a reader for whom a part that is begun, or a jump, costs characters."""
        effort = part * extra.parts + jump * extra.jumps
        size = self.size + part * extra.all_parts + jump * extra.all_jumps
        return ReadingPath(
            self.offsets, self.length, self.read + effort, self.missed + effort, size
        )


@dataclass(frozen=True)
class Interruptions:
    """Interruptions of reading before each relevant stretch, and in each document.

    Parameters
    ----------
    parts, all_parts : ndarray of int64
        Stretches of retrieved text that were begun.
    jumps, all_jumps : ndarray of int64
        Characters that do not follow the one read before them.
    """

    parts: Ints
    jumps: Ints
    all_parts: Ints
    all_jumps: Ints


class DocumentTexts(NamedTuple):
    """Documents side by side on one axis, with what was retrieved and what is relevant of them."""

    origin: Ints
    size: Ints
    """Offset of each document on the axis, and its length."""
    retrieved: tuple[Ints, Ints]
    relevant: tuple[Ints, Ints]
    """Disjoint ascending intervals of the axis, inside the documents."""


def reading_path(texts: DocumentTexts, order: ReadingOrder) -> ReadingPath:
    """Lay out the reading of each document.

    Parameters
    ----------
    texts : DocumentTexts
        The documents.
    order : {'natural', 'worst', 'document', 'entry'}
        Retrieved text first and then the rest from the beginning; then the
        rest with its relevant text last; or simply from the beginning. ``entry`` is
        ``natural`` for retrieved text that runs from the entry to the end.

    Notes
    -----
    O((retrieved + relevant) log (retrieved + relevant)).
    """
    origin, size, retrieved, relevant = texts
    start, end = relevant
    if order != "document":
        start, end = cut(start, end, np.sort(np.concatenate(retrieved)))
    offsets = np.append(np.searchsorted(start, origin), start.size)
    document = np.repeat(np.arange(origin.size), np.diff(offsets))
    length = end - start
    read = start - origin[document]
    relevant_before = _within(start, *relevant, origin, document)
    if order == "document":
        return ReadingPath(offsets, length, read, read - relevant_before, size)
    is_retrieved = inside(start, *retrieved)
    shown_before = _within(start, *retrieved, origin, document)
    shown_relevant = np.where(is_retrieved, length, 0)
    hit_before = np.cumsum(shown_relevant) - shown_relevant
    if hit_before.size:
        hit_before -= hit_before[offsets[:-1][document]]
    n_retrieved = covered_before(origin + size, *retrieved) - covered_before(origin, *retrieved)
    hits = segment_count(shown_relevant, offsets)[document]
    late = n_retrieved[document] + read - shown_before
    late_relevant = hits + relevant_before - hit_before
    late_missed = late - late_relevant
    if order == "worst":
        n_relevant = segment_count(length, offsets)[document]
        late_missed = size[document] - n_relevant
    missed = np.where(is_retrieved, shown_before - hit_before, late_missed)
    hits_before = np.where(is_retrieved, hit_before, late_relevant)
    return ReadingPath(offsets, length, missed + hits_before, missed, size)


def interruptions(texts: DocumentTexts, order: ReadingOrder) -> Interruptions:
    """Interruptions of the reading that `reading_path` lays out.

    Opening a document is no jump. O((retrieved + relevant) log (retrieved + relevant)).
    """
    origin, size, retrieved, relevant = texts
    if order == "document":
        nothing = origin[:0]
        retrieved = (nothing, nothing)
    border = np.sort(np.concatenate(retrieved))
    stretch, _ = cut(*relevant, border)
    nonempty = np.flatnonzero(size > 0)
    cuts = np.sort(np.concatenate((border, *relevant))) if order == "worst" else border
    start, end = cut(origin[nonempty], (origin + size)[nonempty], cuts)
    document = np.searchsorted(origin[nonempty], start, "right") - 1
    turn = np.where(inside(start, *retrieved), 0, 1)
    if order == "worst":
        turn += (turn == 1) & inside(start, *relevant)
    way = np.lexsort((start, turn, document))
    first = np.ones(way.size, np.bool_)
    first[1:] = document[way][1:] != document[way][:-1]
    follows = np.zeros(way.size, np.bool_)
    follows[1:] = start[way][1:] == end[way][:-1]
    back = np.argsort(way)  # from the order of reading to that of the text
    counts = []
    for event in (np.isin(start, retrieved[0])[way], ~first & ~follows):
        so_far = _inclusive(event, first)[back]
        piece = np.searchsorted(start, stretch, "right") - 1
        total = np.zeros(size.size, np.int64)
        np.add.at(total, nonempty[document[way]], event)
        counts.append((so_far[piece], total))
    (parts, all_parts), (jumps, all_jumps) = counts
    return Interruptions(parts, jumps, all_parts, all_jumps)


def _inclusive(event: Flags, first: Flags) -> Ints:
    """Count the events of each segment up to each row."""
    count: Ints = np.cumsum(event)
    if not count.size:
        return count
    before: Ints = (count - event)[first]
    within: Ints = count - before[np.cumsum(first) - 1]
    return within


def _within(x: Ints, start: Ints, end: Ints, origin: Ints, document: Ints) -> Ints:
    """Covered characters from the beginning of the document to `x`."""
    return covered_before(x, start, end) - covered_before(origin, start, end)[document]


def mean_precision(way: ReadingPath, n_relevant: Ints) -> Reals:
    """Mean, over the relevant characters, of the precision when they are reached."""
    walked = precision_along(way.length, way.missed, way.read)
    total = segment_sum(walked, way.offsets)
    return np.divide(total, n_relevant, out=np.zeros(total.size), where=n_relevant > 0)


def relevant_in_first(way: ReadingPath, n: int) -> Ints:
    """Relevant characters among the first `n` read."""
    return segment_count(np.clip(n - way.read, 0, way.length), way.offsets)


def relevant_until_intolerable(way: ReadingPath, n: int) -> Ints:
    """Relevant characters read before the `n`-th that is not relevant."""
    return segment_count(np.where(way.missed < n, way.length, 0), way.offsets)


def first_relevant(way: ReadingPath) -> Ints:
    """Place, from 1, of the first relevant character read; 0 without any."""
    out = np.zeros(way.offsets.size - 1, np.int64)
    filled = way.offsets[:-1] < way.offsets[1:]
    if filled.any():
        out[filled] = np.minimum.reduceat(way.read, way.offsets[:-1][filled]) + 1
    return out
