"""TREC runs whose topics do not lie together, read into ranked lists.

The columns of all rows are gathered block by block, then ranked some topics at
a time. Of a document's name its bytes are kept, because ties are broken by them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from partwise.engines.choose import engine
from partwise.files.blocks import Block
from partwise.files.fast.judged import Judged
from partwise.files.fast.rows import (
    SHORTEST_LINE,
    Lists,
    Ranked,
    TrecRows,
    parse_rows,
    rank_topics,
    signs_in,
)
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.files.source import Source
from partwise.kernels.ragged import groups
from partwise.kernels.text.lines import NEWLINE, PAD
from partwise.kernels.text.names import encode_names, gather_names

_ROWS_AT_ONCE = 1 << 15
_ROWS_SORTED = 1 << 20
_RENUMBER = 1 << 17
_GREATEST_RANK = (1 << 31) - 1
"""Ranks are only compared, for a note; half the memory is enough for them."""
_PADDING = np.full(PAD, NEWLINE, np.uint8)


class _Gathered:
    """Columns of all rows of a file; the documents' names stand one after the other."""

    def __init__(self, room: int) -> None:
        self.names, self.ends = ArrayBuilder(np.uint8, room), ArrayBuilder(np.int64, room)
        self.score, self.rank = ArrayBuilder(np.float64, room), ArrayBuilder(np.int32, room)
        self.topic = ArrayBuilder(np.int32, room)
        self._topics, self._topic_ends = ArrayBuilder(np.uint8), ArrayBuilder(np.int64)
        self._most_topics = _RENUMBER
        self.signs = b""
        self.names.add(_PADDING)
        self._topics.add(_PADDING)

    def add(self, piece: _Piece) -> None:
        """Append the rows of a block."""
        rows = piece.rows
        self.topic.add(piece.topic + np.int32(self._topic_ends.size))
        self._topic_ends.add(self._topics.size + np.cumsum(piece.topic_sizes))
        self._topics.add(piece.topics)
        if self._topic_ends.size > self._most_topics:
            self.number_topics()
            self._most_topics = max(_RENUMBER, 4 * self._topic_ends.size)
        self.ends.add(self.names.size + np.cumsum(rows.doc[1] - rows.doc[0]))
        self.names.add(piece.names)
        self.score.add(rows.score)
        self.rank.add(np.minimum(rows.rank, _GREATEST_RANK))

    def number_topics(self) -> list[bytes]:
        """Give the topics of all blocks one numbering, by first appearance."""
        data, end = np.append(self._topics.values, _PADDING), self._topic_ends.values
        start = np.concatenate(([PAD], end[:-1]))[: end.size]
        codes, first = encode_names(data, (start, end))
        topic = self.topic.values
        np.take(codes, topic, out=topic)
        start, end = start[first], end[first]
        self._topics, self._topic_ends = ArrayBuilder(np.uint8), ArrayBuilder(np.int64)
        self._topics.add(np.append(_PADDING, gather_names(data, (start, end))))
        self._topic_ends.add(PAD + np.cumsum(end - start))
        return [data[a:b].tobytes() for a, b in zip(start.tolist(), end.tolist(), strict=True)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Rows of a block with their documents' and topics' names taken out of it."""

    rows: TrecRows
    names: NDArray[np.uint8]
    topic: NDArray[np.int32]
    topics: NDArray[np.uint8]
    topic_sizes: NDArray[np.int64]


def read_scattered(source: Source, judged: Judged, block: int) -> Lists:
    """Rank a file whose topics do not lie together."""
    room = source.size // SHORTEST_LINE
    lists, gathered = Lists(room), _Gathered(room)
    for piece in engine("threads").map(_gather_block, source.blocks(block)):
        lists.see(*piece.rows.said)
        gathered.add(piece)
    gathered.names.add(_PADDING)
    gathered.signs = signs_in(gathered.names.values)
    lists.topics = gathered.number_topics()
    work = partial(_rank_part, gathered=gathered, judged=judged)
    for ranked in engine("threads").map(work, _by_topic(gathered.topic.values, len(lists.topics))):
        lists.add(ranked)
    return lists


def _gather_block(block: Block) -> _Piece:
    rows = parse_rows(block)
    names = gather_names(rows.data, rows.doc)
    codes, first = encode_names(rows.data, rows.topic)
    start, end = rows.topic[0][first], rows.topic[1][first]
    return _Piece(rows, names, codes, gather_names(rows.data, (start, end)), end - start)


def _by_topic(
    topic: NDArray[np.int32], n_topics: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the rows of some topics at a time, topic by topic, and the topics' offsets.

    Sorting all rows at once would need more memory than all their columns.
    """
    offsets = _offsets(topic, n_topics)
    for first, last in groups(offsets, _ROWS_SORTED):
        rows = np.flatnonzero((topic >= first) & (topic < last))
        kind = np.uint16 if last - first <= 1 << 16 else np.int32  # NumPy sorts 16 bits by radix
        rows = rows[np.argsort((topic[rows] - np.int32(first)).astype(kind), kind="stable")]
        inside = offsets[first : last + 1] - offsets[first]
        for a, b in groups(inside, _ROWS_AT_ONCE):
            yield rows[inside[a] : inside[b]], inside[a : b + 1] - inside[a]


def _offsets(topic: NDArray[np.int32], n_topics: int) -> NDArray[np.int64]:
    count = np.zeros(n_topics, np.int64)
    for row in range(0, topic.size, _ROWS_SORTED):
        count += np.bincount(topic[row : row + _ROWS_SORTED], minlength=n_topics)
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(count)))


def _rank_part(
    part: tuple[NDArray[np.int64], NDArray[np.int64]], gathered: _Gathered, judged: Judged
) -> Ranked:
    """Rank some topics of a scattered file."""
    at, offsets = part
    ends = gathered.ends.values
    end = ends[at]
    start = np.where(at > 0, ends[at - 1], PAD)
    rank, score = gathered.rank.values[at].astype(np.int64), gathered.score.values[at]
    names, place = gathered.names.values, (start, end)
    rows = TrecRows(names, place, place, rank, score, None, 0, gathered.signs)
    return rank_topics(offsets, rows, judged)
