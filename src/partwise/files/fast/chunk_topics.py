"""The topics of a block of a chunk run: ranked, and cut down to what is seen of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.files.fast.chunk_rows import ChunkRows
from partwise.files.fast.doc_names import DocNames, Strangers
from partwise.files.fast.judged import Judged
from partwise.files.fast.repeated import repeated
from partwise.files.fast.rows import signs_in
from partwise.files.fast.seen_rows import RankedRows, SeenRows, seen_rows
from partwise.files.fast.sight import Sight
from partwise.kernels.distinct import alone
from partwise.kernels.ragged import offsets_from_lengths
from partwise.kernels.text.names import name_keys, same_names
from partwise.tables.chunk_run import RowCounts

_POINT = ord(".")


@record
class SeenTopics:
    """Topics of a block.

    Parameters
    ----------
    names : list of bytes
        All topics, in order.
    length : ndarray of int64
        Results of each.
    seen : SeenRows
        What is kept of the judged ones.
    counts : RowCounts
        What is told of the others.
    met : bool
        Whether a result is of a document that is judged for its topic.
    falls, rises : bool
        Whether scores fall or rise from line to line within a topic.
    stranger : DocNames or None
        Documents of judged topics that nobody judged, and that were not met before.
    label : bytes or None
        The one value of the column ``run``.
    """

    names: list[bytes]
    length: Ints
    seen: SeenRows
    counts: RowCounts
    met: bool
    falls: bool
    rises: bool
    stranger: DocNames | None
    label: bytes | None

    def __len__(self) -> int:
        return self.seen.topic.size

    def without_names(self) -> SeenTopics:
        """Let go of the block's bytes, and of the memory of the thread that has read it."""
        return replace(self, length=self.length.copy(), seen=self.seen.copied(), stranger=None)


def seen_topics(
    rows: ChunkRows, sight: Sight, judged: Judged, present: Flags, strangers: Strangers
) -> SeenTopics:
    """Rank the topics of a block, which lie together, and keep what is seen.

    Parameters
    ----------
    rows : ChunkRows
        All rows of some topics.
    sight : Sight
        What is seen.
    judged : Judged
        Finds documents.
    present : ndarray of bool
        Judged documents that were named so far; those of the block are added.
    strangers : Strangers
        Other documents that were named so far.
    """
    first, names = rows.first, rows.topics
    n_rows = len(rows)
    length = np.diff(first, append=n_rows)
    falls, rises = _directions(rows, first)
    doc = rows.doc.codes(judged, signs_of_names(rows))
    present[doc] = True
    code = sight.codes(names)
    wanted = code >= 0
    if not wanted.all():
        kept = np.flatnonzero(np.repeat(wanted, length))
        rows, doc = _taken(rows, kept), doc[kept]
    alien = np.flatnonzero(doc == len(sight.docs))
    stranger = strangers.new(rows.doc, alien)
    ranked = _Ranked(rows, code[wanted], length[wanted], doc)
    seen, counts, met = ranked.cut_down(sight, n_rows)
    return SeenTopics(names, length, seen, counts, met, falls, rises, stranger, rows.label)


def signs_of_names(rows: ChunkRows) -> bytes:
    """Signs of folders and suffixes that names may hold; not the points of scores alone."""
    if rows.score_at is None or not len(rows):
        return signs_in(rows.data)
    text = rows.data[
        : max(rows.score_at[1][-1], rows.doc.field[1][-1])
    ]  # the topic behind is the next block's
    found = signs_in(text)
    if b"." in found and _only_points(text, rows):
        return found.replace(b".", b"")
    return found


def _only_points(text: NDArray[np.uint8], rows: ChunkRows) -> bool:
    """Tell whether each score has a point and there is no other."""
    point = text == _POINT
    if rows.score_at is None or np.count_nonzero(point) != len(rows):
        return False
    if rows.decimals and rows.score is not None and (np.trunc(rows.score) != rows.score).all():
        return True
    at, (start, end) = np.flatnonzero(point), rows.score_at
    return bool((at >= start).all() and (at < end).all())


def _taken(rows: ChunkRows, at: Ints) -> ChunkRows:
    """Return some rows; where topics begin among them is known otherwise."""

    def some(column: Any) -> Any:
        return None if column is None else column[at]

    names = ("start", "end", "score", "rank", "tokens")
    return replace(
        rows, doc=rows.doc.taken(at), **{name: some(getattr(rows, name)) for name in names}
    )


def _directions(rows: ChunkRows, first: Ints) -> tuple[bool, bool]:
    """Whether scores fall, and whether they rise, along the ranks or the lines of a topic."""
    score, rank = rows.score, rows.rank
    if score is None or score.size < 2:
        return False, False
    inside = np.ones(score.size, np.bool_)
    inside[first] = False
    falls = (score[1:] < score[:-1]) & inside[1:]
    if rank is None:
        return bool(falls.any()), bool(((score[1:] > score[:-1]) & inside[1:]).any())
    if (falls & (rank[1:] > rank[:-1])).any():
        return True, False
    segment = np.repeat(np.arange(first.size), np.diff(first, append=score.size))
    score = score[np.lexsort((rank, segment))]
    fall = (score[1:] < score[:-1]) & inside[1:]
    return bool(fall.any()), bool(((score[1:] > score[:-1]) & inside[1:]).any())


class _Ranked:
    """Rows of judged topics in final order."""

    def __init__(
        self,
        rows: ChunkRows,
        topic: Ints,
        length: Ints,
        doc: NDArray[np.int32],
    ) -> None:
        self.topic, self.offsets = topic, offsets_from_lengths(length)
        self.segment = np.repeat(np.arange(length.size), length)
        self.rows, self.doc = rows, doc
        self.tied = self._rank()

    def _rank(self) -> Flags:
        """Put the rows in order; return which have the key of the row before."""
        rows, size = self.rows, len(self.rows)
        key: NDArray[Any] | None = rows.rank if rows.score is None else -rows.score
        if key is None or size < 2:
            return np.zeros(size, np.bool_)
        inside = np.ones(size, np.bool_)
        inside[self.offsets[:-1]] = False
        order = None
        if ((key[1:] < key[:-1]) & inside[1:]).any():
            order = np.lexsort((key, self.segment))
            key = key[order]
        tied = np.zeros(size, np.bool_)
        np.logical_and(key[1:] == key[:-1], inside[1:], out=tied[1:])
        if tied.any():
            order = np.arange(size) if order is None else order
            _break_ties(rows, order, tied)
        if order is not None and (np.diff(order) < 0).any():
            self.rows = _taken(rows, order)
            self.doc = self.doc[order]
        return tied

    def cut_down(self, sight: Sight, n_rows: int) -> tuple[SeenRows, RowCounts, bool]:
        """Keep what is seen; count what is told of all rows; tell whether anything is judged."""
        rows, tied = self.rows, self.tied
        start, end, past, beyond = self._clipped(sight)
        again = repeated(self.segment, rows.doc)
        often = 2 * again.n_further >= len(rows)  # else some part is alone
        unbroken = tied.copy()
        if rows.score is not None and rows.rank is not None:
            unbroken[1:] &= rows.rank[1:] == rows.rank[:-1]
        at = np.flatnonzero(unbroken)
        here, there = rows.doc.at(at), rows.doc.at(at - 1)
        counts = RowCounts(
            rows=n_rows,
            pairs=len(rows) - again.n_further,
            tied=int(np.count_nonzero(tied)),
            unbroken=at.size,
            across=int((~same_names(rows.doc.data, here, rows.doc.data, there)).sum()),
            disagree=self._disagreements(),
            past=past,
            beyond=beyond,
            overlapping=again.overlapping(start, end),
            topics=int((np.diff(self.offsets) > 0).sum()),
            doubled=self._doubled(again.leader, start, end) if often else 0,
            empty=int(np.count_nonzero(start == end)),
        )
        known = np.flatnonzero(self.doc < len(sight.docs))
        hit = known[sight.judged(self.topic[self.segment[known]], self.doc[known])]
        ranked = RankedRows(
            topic=self.topic,
            offsets=self.offsets,
            segment=self.segment,
            doc=self.doc,
            start=start,
            end=end,
            leader=again.leader,
            shares_rank=unbroken,
        )
        return seen_rows(ranked, sight, hit), counts, bool(hit.size)

    def _doubled(self, leader: Ints, start: Ints, end: Ints) -> int:
        """Count topics in which every row has the place of another one."""
        size = np.diff(self.offsets)
        single = np.bincount(self.segment[alone(leader, start, end)], minlength=size.size)
        return int(((single == 0) & (size > 0)).sum())

    def _clipped(self, sight: Sight) -> tuple[Ints, Ints, int, int]:
        """Truncate places at the end of their document; count those past it, and behind it."""
        start, end = self.rows.start, self.rows.end
        if sight.length is None:
            return start, end, 0, 0
        known = sight.length[self.doc]
        past = np.flatnonzero((known >= 0) & (end > known))
        beyond = int(np.count_nonzero(start[past] >= known[past]))
        if past.size:
            start, end = start.copy(), end.copy()
            start[past] = np.minimum(start[past], known[past])
            end[past] = known[past]
        return start, end, past.size, beyond

    def _disagreements(self) -> int:
        """Count neighbours that scores and ranks order differently."""
        rank = self.rows.rank
        if rank is None or self.rows.score is None or rank.size < 2:
            return 0
        falls = rank[1:] < rank[:-1]
        falls &= ~self.tied[1:]
        falls[self.offsets[1:-1] - 1] = False
        return int(np.count_nonzero(falls))


def _break_ties(rows: ChunkRows, order: Ints, tied: Flags) -> None:
    """Order the rows of each tie, in place: ranks, names descending, place, tokens, lines."""
    member = tied.copy()
    member[:-1] |= tied[1:]
    at = np.flatnonzero(member)
    group = np.cumsum(~tied)[at]
    some = order[at]
    keys: list[NDArray[Any]] = [some]
    if rows.tokens is not None:
        keys.append(rows.tokens[some])
    keys += [-rows.end[some], rows.start[some]]
    names = name_keys(rows.doc.data, rows.doc.at(some))
    keys += [~key for key in reversed(names)]
    if rows.score is not None and rows.rank is not None:
        keys.append(rows.rank[some])
    order[at] = some[np.lexsort((*keys, group))]
