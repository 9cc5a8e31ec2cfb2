"""What the characters were that a reader of one run read, in reading order.

Reading the parts of a topic in rank order, each character is exactly one of: *repeated*, read
before in this topic; *new*, relevant and met for the first time; *padding*, not relevant, in a part
that holds relevant text; *irrelevant*, in a part that holds none. A part in which a budget ends is
judged as far as it was read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.intervals import inside
from partwise.kernels.ragged import (
    count_before,
    distinct,
    offsets_from_lengths,
    offsets_from_owners,
    owners,
    ranges,
    rank_in_segment,
)
from partwise.kernels.ranked import nan_where_zero, ratio

if TYPE_CHECKING:
    from partwise.geometry.parts import Parts

KINDS = ("new", "repeated", "padding", "irrelevant")
"""What a character is; the numbers in stretches are positions here."""

NEW, REPEATED, PADDING, IRRELEVANT = range(4)

WHO = "the report"
"""Who needs a length, in messages."""


def kinds_of(parts: Parts) -> Ints:
    """Characters of each part by kind, ``[part, kind]``. O(n log n)."""
    size, seen = parts.size(WHO), parts.seen(WHO)
    other = seen.fresh - seen.fresh_relevant
    holds = seen.relevant > 0
    columns = (
        seen.fresh_relevant,
        size - seen.fresh,
        np.where(holds, other, 0),
        np.where(holds, 0, other),
    )
    return np.stack(columns, axis=1)


def spent(parts: Parts, budget: int, counted: Flags) -> dict[str, int]:
    """Characters of a budget by kind, summed over the topics that count.

    The kinds and ``unspent`` add up to the budget times the topics.
    """
    read = parts.within(budget, "characters", WHO)
    rows = counted[owners(read.offsets)]
    total = dict(zip(KINDS, kinds_of(read)[rows].sum(axis=0).tolist(), strict=True))
    unspent = budget * int(counted.sum()) - sum(total.values())
    return total | {"unspent": unspent}


@dataclass(frozen=True, eq=False)
class Finds:
    """Relevant text in the order in which a run shows it, each stretch where it is first read.

    Parameters
    ----------
    offsets : ndarray of int64
        Stretches of each topic.
    at : ndarray of int64
        Characters of the topic that are read before.
    rank : ndarray of int64
        Rank of the part that shows it.
    length : ndarray of int64
        Its characters.
    relevant : ndarray of int64
        Relevant characters of each topic.
    """

    offsets: Ints
    at: Ints
    rank: Ints
    length: Ints
    relevant: Ints

    def recall_within(self, budget: int) -> Reals:
        """Return the share of the relevant text met within so many characters, topic by topic.

        The same doubles as ``CharR(budget=N)``; NaN for a topic without relevant text.
        """
        end, gained = self._up_to(self.at, budget)
        last = np.maximum(end - 1, 0)
        past = (self.at + self.length)[last] - budget if self.at.size else np.zeros(end.size)
        cut_off = np.where(end > self.offsets[:-1], np.maximum(past, 0), 0)
        return self._share(gained - cut_off)

    def recall_at(self, k: int) -> Reals:
        """Return the share of the relevant text in the first `k` parts: ``CharR@k``."""
        return self._share(self._up_to(self.rank, k + 1)[1])

    def _up_to(self, key: Ints, limit: int) -> tuple[Ints, Ints]:
        """End of each topic's stretches whose key is below a limit, and their characters."""
        wide = max(int(key.max(initial=0)), limit) + 1
        topics = np.arange(self.offsets.size - 1)
        ordered = owners(self.offsets) * wide + key
        end = np.searchsorted(ordered, topics * wide + limit, "left")
        before = count_before(self.length)
        return end, before[end] - before[self.offsets[:-1]]

    def _share(self, gained: Ints) -> Reals:
        return nan_where_zero(ratio(gained, self.relevant), self.relevant)


class Account:
    """What one run lets its readers read.

    Parameters
    ----------
    parts : Parts
        Its ranked parts, all of known length.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.relevant = parts.retrieval.assessments.n_characters(WHO)
        self.size = parts.size(WHO)

    @property
    def read_before(self) -> Ints:
        """Characters of the topic that are read before each part."""
        before = count_before(self.size)
        offsets = self.parts.offsets
        return before[:-1] - np.repeat(before[offsets[:-1]], np.diff(offsets))

    @property
    def length(self) -> Ints:
        """Characters of all parts of each topic."""
        before = count_before(self.size)
        total: Ints = np.diff(before[self.parts.offsets])
        return total

    def finds(self) -> Finds:
        """Return the relevant text that the run shows. O((parts + spans) log)."""
        parts, cover = self.parts, self.parts.cover
        part, piece, length = parts.met
        topic = owners(parts.offsets)[part]
        return Finds(
            offsets_from_owners(topic, parts.offsets.size - 1),
            self.read_before[part] + piece - cover.border[cover.low[part]],
            rank_in_segment(parts.offsets)[part],
            length,
            self.relevant,
        )

    def stretches(self, rows: Ints) -> tuple[Ints, Ints, Ints]:
        """Kind and length of the stretches of some parts from start to end, and their offsets."""
        cover = self.parts.cover
        spans, (_, piece, new) = self.parts.spans, self.parts.met
        order = np.argsort(piece)
        met = piece[order], (piece + new)[order]
        border = distinct(np.concatenate((cover.border, *spans, *met)))
        low = np.searchsorted(border, cover.border[cover.low[rows]])
        high = np.searchsorted(border, cover.border[cover.high[rows]])
        cell, offsets = ranges(low, high)
        part = np.repeat(rows, np.diff(offsets))
        owner = cover.owner[np.searchsorted(cover.border, border, "right") - 1][cell]
        holds = self.parts.seen(WHO).relevant[part] > 0
        rest = np.where(holds, PADDING, IRRELEVANT)
        copied = np.where(inside(border, *spans)[cell], REPEATED, rest)
        fresh = np.where(inside(border, *met)[cell], NEW, copied)
        kind = np.where(owner == part, fresh, REPEATED)
        opens = np.ones(cell.size, np.bool_)
        opens[1:] = (kind[1:] != kind[:-1]) | (part[1:] != part[:-1])
        length = (border[1:] - border[:-1])[cell] if cell.size else cell
        at = np.flatnonzero(opens)
        total = np.add.reduceat(length, at) if at.size else length
        owned = np.repeat(np.arange(rows.size), np.diff(offsets))[at]
        return kind[at], total, offsets_from_lengths(np.bincount(owned, minlength=rows.size))
