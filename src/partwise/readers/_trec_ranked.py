"""TREC runs read straight into ranked lists, for evaluation.

A document run of millions of lines holds mostly documents that nobody judged.
Their names matter only for telling them apart and for breaking ties, so they
are looked at once, in the block of bytes in which they came, and forgotten:
what is kept of a row is the code of its document among the judged ones.

Blocks are cut between topics and do not depend on each other. A file whose
topics do not lie together goes the longer way: the columns of all its rows
are gathered, then ranked topic by topic.

What cannot be read without a closer look is not judged here: the answer is
None, and the ordinary reader finds the words for what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from partwise.kernels.text import NEWLINE, PAD
from partwise.kernels.text_names import (
    NameTable,
    blob_block,
    encode_names,
    gather_names,
    name_changes,
)
from partwise.readers._growing import Growing
from partwise.readers._notes import comments, disagreements
from partwise.readers._source import Block, Source
from partwise.readers._trec_rows import (
    IrregularError,
    Ranked,
    TrecRows,
    in_order,
    parse_rows,
    rank_topics,
)
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

_BLOCK = 1 << 21
"""Bytes of a block: small enough for the cache, large enough that two threads seldom meet."""
_SHORTEST_LINE = len(b"1 0 d 1 1 t\n")
_LARGEST_TOPIC = 1 << 24
_SHORTEST_TOPICS = 4
_ROWS_AT_ONCE = 1 << 15
_RENUMBER = 1 << 17
_GREATEST_RANK = (1 << 31) - 1
"""Ranks are only compared, for a note; half the memory is enough for them."""
_PADDING = np.full(PAD, NEWLINE, np.uint8)


class _ScatteredError(Exception):
    """A topic whose lines do not lie together."""


class _Lists:
    """Ranked lists and what was noticed on the way.

    Parameters
    ----------
    room : int
        How many rows there may be.
    """

    def __init__(self, room: int) -> None:
        self.topics: list[bytes] = []
        self.sizes, self.disagreements = Growing(np.int64), Growing(np.int64)
        self.doc, self.tied = Growing(np.int32, room), Growing(np.bool_, room)
        self.tags: set[bytes | None] = set()
        self.n_comments = 0

    def see(self, rows: TrecRows) -> None:
        """Note tag and comments of a block."""
        if rows.score.size:
            self.tags.add(rows.tag)
        self.n_comments += rows.n_comments

    def add(self, ranked: Ranked) -> None:
        """Append the lists of some topics."""
        self.sizes.add(ranked.sizes)
        self.doc.add(ranked.doc)
        self.tied.add(ranked.tied)
        self.disagreements.add(ranked.disagreements)


def read_ranked(source: Source, qrels: Qrels) -> Run | None:
    """Read a six-column run into ranked lists; None when it needs a closer look.

    Parameters
    ----------
    source : Source
        The file.
    qrels : Qrels
        The assessments; documents that they do not name get the code ``len(qrels.docs)``.
    """
    docs = qrels.docs
    judged = NameTable(blob_block(docs.blob), (docs.starts + PAD, docs.ends + PAD))
    try:
        try:
            lists = _together(source, judged)
        except _ScatteredError:
            lists = _scattered(source, judged)
    except IrregularError:
        return None
    return _run(source, qrels, lists) if lists.topics else None


def _run(source: Source, qrels: Qrels, lists: _Lists) -> Run:
    tag = lists.tags.pop() if len(lists.tags) == 1 else None
    topics = Names.of(topic.decode() for topic in lists.topics)
    sizes, doc = lists.sizes.values, lists.doc.values
    contradict = int(lists.disagreements.values[topics.codes_in(qrels.topics) >= 0].sum())
    name = source.stem if tag is None else tag.decode()
    absent = np.broadcast_to(np.int64(-1), doc.shape)
    no_name = np.broadcast_to(np.int32(-1), doc.shape)
    return Run(
        name=name,
        topics=topics,
        topic=np.repeat(np.arange(sizes.size, dtype=np.int32), sizes),
        docs=qrels.docs,
        doc=doc,
        start=absent,
        end=absent,
        element=no_name,
        tree=no_name,
        source=source.name,
        notes=(*source.notes, *comments(lists.n_comments), *disagreements(contradict)),
        ranked=True,
        tied=lists.tied.values,
        format="trec-run",
    )


def _together(source: Source, judged: NameTable) -> _Lists:
    """Rank block by block; `_ScatteredError` when a topic comes a second time."""
    lists, seen = _Lists(source.size // _SHORTEST_LINE), set[bytes]()
    blocks = source.blocks(_BLOCK, _cut_between_topics)
    for rows, topics, ranked in in_order(partial(_rank_block, judged=judged), blocks):
        lists.see(rows)
        known = len(seen)
        seen.update(topics)
        if len(seen) < known + len(topics):
            raise _ScatteredError
        lists.topics += topics
        lists.add(ranked)
    return lists


def _rank_block(block: Block, judged: NameTable) -> tuple[TrecRows, list[bytes], Ranked]:
    rows = parse_rows(block)
    first, names = _topic_heads(rows)
    if first.size * _SHORTEST_TOPICS > rows.score.size:
        raise _ScatteredError
    ranked = rank_topics(np.append(first, rows.score.size), rows, judged)
    return rows, names, ranked


def _topic_heads(rows: TrecRows) -> tuple[NDArray[np.int64], list[bytes]]:
    """Rows where a topic begins, and its name."""
    start, end = rows.topic
    changed = name_changes(rows.data, rows.topic)
    begins = np.concatenate((np.ones(min(1, start.size), bool), changed))
    first = np.flatnonzero(begins)
    places = zip(start[first].tolist(), end[first].tolist(), strict=True)
    return first, [rows.data[a:b].tobytes() for a, b in places]


def _cut_between_topics(data: NDArray[np.uint8], hi: int) -> int:
    """Find the last place where one topic ends and another begins; `PAD` if there is none."""
    if hi > _LARGEST_TOPIC:
        raise _ScatteredError
    window = 1 << 16
    while True:
        lo = max(PAD, hi - window)
        line = np.flatnonzero(data[lo - 1 : hi - 1] == NEWLINE) + lo
        if line.size:
            last = int(line[-1])
            text = data[last:hi].tobytes()
            width = len(text) - len(text.lstrip()) + len((text.split(None, 1) or [b""])[0])
            head = data[last : last + width]
            other = (data[line[:, None] + np.arange(width)] != head).any(axis=1)
            if other.any():
                return int(line[line.size - int(np.argmax(other[::-1]))])
        if lo == PAD:
            return PAD
        window *= 4


class _Gathered:
    """Columns of all rows of a file; the documents' names stand one after the other."""

    def __init__(self, room: int) -> None:
        self.names, self.ends = Growing(np.uint8, room), Growing(np.int64, room)
        self.score, self.rank = Growing(np.float64, room), Growing(np.int32, room)
        self.topic = Growing(np.int32, room)
        self._topics, self._topic_ends = Growing(np.uint8), Growing(np.int64)
        self._most_topics = _RENUMBER
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
        self._topics, self._topic_ends = Growing(np.uint8), Growing(np.int64)
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


def _scattered(source: Source, judged: NameTable) -> _Lists:
    """Rank a file whose topics do not lie together."""
    room = source.size // _SHORTEST_LINE
    lists, gathered = _Lists(room), _Gathered(room)
    for piece in in_order(_gather_block, source.blocks(_BLOCK)):
        lists.see(piece.rows)
        gathered.add(piece)
    gathered.names.add(_PADDING)
    lists.topics = gathered.number_topics()
    topic = gathered.topic.values
    kind = np.uint16 if len(lists.topics) <= 1 << 16 else np.int32  # NumPy sorts 16 bits by radix
    order = np.argsort(topic.astype(kind), kind="stable")
    last = np.searchsorted(topic, np.arange(len(lists.topics)), side="right", sorter=order)
    offsets = np.concatenate(([0], last))
    work = partial(_rank_part, gathered=gathered, order=order, offsets=offsets, judged=judged)
    for ranked in in_order(work, _parts(offsets)):
        lists.add(ranked)
    return lists


def _gather_block(block: Block) -> _Piece:
    rows = parse_rows(block)
    names = gather_names(rows.data, rows.doc)
    codes, first = encode_names(rows.data, rows.topic)
    start, end = rows.topic[0][first], rows.topic[1][first]
    return _Piece(rows, names, codes, gather_names(rows.data, (start, end)), end - start)


def _parts(offsets: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Topics in groups of about `_ROWS_AT_ONCE` rows: first and last + 1."""
    first = 0
    while first < offsets.size - 1:
        last = int(np.searchsorted(offsets, offsets[first] + _ROWS_AT_ONCE, side="right")) - 1
        last = max(last, first + 1)
        yield first, last
        first = last


def _rank_part(
    part: tuple[int, int],
    gathered: _Gathered,
    order: NDArray[np.int64],
    offsets: NDArray[np.int64],
    judged: NameTable,
) -> Ranked:
    """Rank some topics of a scattered file."""
    first, last = part
    at = order[offsets[first] : offsets[last]]
    ends = gathered.ends.values
    end = ends[at]
    start = np.where(at > 0, ends[at - 1], PAD)
    rank, score = gathered.rank.values[at].astype(np.int64), gathered.score.values[at]
    rows = TrecRows(gathered.names.values, (start, end), (start, end), rank, score, None, 0)
    return rank_topics(offsets[first : last + 1] - offsets[first], rows, judged)
