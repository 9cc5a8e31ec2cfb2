"""Copies: rows of a topic that hold the same text, of which each character counts once.

On the line of relevant text (`gold_line`) every copy of a text is an interval of the same length.
The first one stands for all: what a part shows of a later copy it shows of the first. So a part
becomes *pieces* of the line, and what parts show together is the union of their pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.errors import MissingLengthError
from partwise.geometry.assessments.highlights import clipped_rows
from partwise.kernels.intervals import merge_by
from partwise.kernels.ragged import AlignedColumns, owners, ranges
from partwise.messages import Notes, plural
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.geometry.gold_line import GoldLine

OPTION = "--equivalent"
_FAR = np.iinfo(np.int64).max


class Pieces(NamedTuple):
    """Intervals of the line, where the first copies lie."""

    row: Ints
    """Interval that each piece was cut from, ascending."""
    low: Ints
    high: Ints
    """Where it lies among the first copies."""
    own: Ints
    """Where it begins itself."""

    def union(self) -> tuple[Ints, Ints, Ints]:
        """Row, low and high of disjoint pieces: two copies in one interval count once."""
        return merge_by(self.row, self.low, self.high)


@record
class Copies:
    """Later copies on the line of relevant text.

    Parameters
    ----------
    low, high : ndarray of int64
        Where each later copy lies; disjoint and ascending.
    first : ndarray of int64
        Where the first copy of the same text begins.
    repeated : ndarray of int64
        Characters of later copies, by topic.
    row, text : ndarray of int64
        Rows of the assessments that are copies, and the text of each.
    """

    low: Ints
    high: Ints
    first: Ints
    repeated: Ints
    row: Ints
    text: Ints

    @property
    def some(self) -> bool:
        """Whether there are any."""
        return self.low.size > 0

    @cached_property
    def topics(self) -> Flags:
        """Topics with copies."""
        has: Flags = self.repeated > 0
        return has

    def of_row(self, n: int) -> Ints:
        """Text of each of the `n` rows of the assessments, -1 for those without a copy."""
        text = np.full(n, -1, np.int64)
        text[self.row] = self.text
        return text

    @cached_property
    def _edges(self) -> tuple[Ints, Ints]:
        """Borders between which the line moves as one, and how far each stretch moves."""
        edge = np.stack((self.low, self.high), axis=1).reshape(-1)
        shift = np.stack((self.first - self.low, np.zeros_like(self.low)), axis=1).reshape(-1)
        return np.concatenate(([-1], edge, [_FAR])), np.concatenate(([0], shift))

    def pieces(self, low: Ints, high: Ints) -> Pieces:
        """Cut intervals of the line at later copies, and move those to the first. O(output)."""
        if not self.some:
            rows = np.flatnonzero(low < high)
            return Pieces(rows, low[rows], high[rows], low[rows])
        edge, shift = self._edges
        begin = np.searchsorted(edge, low, "right") - 1
        at, offsets = ranges(begin, np.searchsorted(edge, high, "left"))
        row = owners(offsets)
        own, end = np.maximum(low[row], edge[at]), np.minimum(high[row], edge[at + 1])
        some = own < end
        row, own, end, move = row[some], own[some], end[some], shift[at[some]]
        return Pieces(row, own + move, end + move, own)


def no_copies(n_topics: int) -> Copies:
    """Return what stands where nobody names copies."""
    none = np.empty(0, np.int64)
    return Copies(none, none, none, np.zeros(n_topics, np.int64), none, none)


def copies(gold: GoldLine, value: Ints) -> Copies:
    """Find the copies: rows of a topic with the same value, -1 for rows that have none.

    A text with one place only has no copy. O(rows log rows).
    """
    judged = gold.judged
    qrels, pairs = judged.qrels, judged.judged_documents
    highlighted = np.flatnonzero(pairs.highlighted)
    length = judged.lengths.of(qrels.docs)
    start, end, whole = clipped_rows(judged.tables, Notes(), clip=judged.clip)
    named = value[highlighted] >= 0
    row, start, end, whole = highlighted[named], start[named], end[named], whole[named]
    pair = pairs.of_row[row]
    _, text = np.unique(np.stack((pairs.topic[pair], value[row])), axis=1, return_inverse=True)
    found = _Rows(gold, row, text.reshape(-1), pair, start, end)
    found = found.take(found.several())
    unknown = whole[np.isin(row, found.row)] & (length[pairs.doc[found.pair]] < 0)
    if unknown.any():
        raise MissingLengthError(None, judged.document(int(found.pair[unknown][0])), OPTION)
    found.refuse_unequal()
    return found.copies()


@dataclass(frozen=True, eq=False)
class _Rows(AlignedColumns):
    """Rows of the assessments that name a text."""

    gold: GoldLine
    row: Ints
    text: Ints
    pair: Ints
    start: Ints
    end: Ints

    def several(self) -> Flags:
        """Rows whose text has several places."""
        place = np.stack((self.text, self.pair, self.start, self.end))
        places = np.unique(place, axis=1)[0]
        many: Flags = (
            np.bincount(places, minlength=1)[self.text] > 1 if places.size else self.text > 0
        )
        return many

    def refuse_unequal(self) -> None:
        """Refuse copies of one text that are not equally long."""
        size = self.end - self.start
        _, first, of = np.unique(self.text, return_index=True, return_inverse=True)
        wrong = np.flatnonzero(size != size[first[of]])
        if wrong.size:
            words = "copies of one text differ in length"
            both = (int(first[of[wrong[0]]]), int(wrong[0]))
            self._refuse([(at, f"{words}: {plural(int(size[at]), 'character')}") for at in both])

    def _refuse(self, problems: list[tuple[int, str]]) -> None:
        said = [(int(self.row[at]), problem) for at, problem in problems]
        raise RowsError(self.gold.judged.qrels.source, said)

    def copies(self) -> Copies:
        """Lay the copies on the line; those of different texts may not overlap."""
        gold = self.gold
        some = self.take(self.start < self.end)
        place = np.stack((some.pair, some.start, some.end, some.text))
        some = some.take(np.unique(place, axis=1, return_index=True)[1])
        low, high = gold.line(some.pair, some.start), gold.line(some.pair, some.end)
        over = np.flatnonzero(low[1:] < np.maximum.accumulate(high)[:-1])
        if over.size:
            at = int(over[0])
            both = (int(np.argmax(high[: at + 1])), at + 1)
            some._refuse([(row, "this copy overlaps another") for row in both])
        _, first, of = np.unique(some.text, return_index=True, return_inverse=True)
        later = np.arange(low.size) != first[of]
        topic = gold.judged.judged_documents.topic[some.pair[later]]
        repeated = np.zeros(gold.border.size - 1, np.int64)
        np.add.at(repeated, topic, (high - low)[later])
        return Copies(low[later], high[later], low[first[of]][later], repeated, self.row, self.text)
