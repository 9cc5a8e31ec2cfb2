"""The rows of ranked topics that an evaluation sees, and gaps for what lies between them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.files.fast.sight import Sight
from partwise.kernels.ragged import count_before, ranges


@record
class RankedRows:
    """All rows of some judged topics in final order.

    Parameters
    ----------
    topic : ndarray of int64
        Code of each topic in the assessments.
    offsets, segment : ndarray of int64
        Rows of each topic, and the topic of each row, counted from 0 in the block.
    doc : ndarray of int32
        Code of each row's document; their number for one that nobody judged.
    start, end : ndarray of int64
        Places, truncated at the end of the document.
    leader : ndarray of int64
        First row of the same topic and document.
    shares_rank : ndarray of bool
        Whether only a convention tells the row from the one before it.
    """

    topic: Ints
    offsets: Ints
    segment: Ints
    doc: NDArray[np.int32]
    start: Ints
    end: Ints
    leader: Ints
    shares_rank: Flags


@record
class SeenRows:
    """Rows that are kept, with gaps between them; columns as those of `ChunkRun`."""

    topic: Ints
    doc: NDArray[np.int32]
    document: Ints
    start: Ints
    end: Ints
    rank: Ints
    shares_rank: Flags

    def copied(self) -> SeenRows:
        """Return copies of the columns.

        What is kept of block after block lies between what threads free: their memory would
        be torn into pieces, and grow with the file.
        """
        columns = {one.name: getattr(self, one.name).copy() for one in fields(self)}
        return SeenRows(**columns)


def seen_rows(rows: RankedRows, sight: Sight, judged: Ints) -> SeenRows:
    """Keep the first rows of each topic and those of judged documents, and gaps between.

    A gap is as long as all rows that it stands for; where they have no text there is none.
    """
    head, stop = rows.offsets[:-1], rows.offsets[1:]
    if (stop - head).max(initial=0) <= sight.rank:
        return _all_rows(rows)
    before = count_before(rows.end - rows.start)
    kept = _kept(rows, sight, judged, before)
    segment = rows.segment[kept]
    after = np.concatenate((np.zeros(min(1, kept.size), np.int64), kept[:-1] + 1))
    since = np.maximum(head[segment], after)
    hidden = np.flatnonzero(before[kept] > before[since])
    # every topic has rows, the first of which is kept
    last = kept[np.searchsorted(kept, stop) - 1] + 1 if kept.size else stop
    tail = np.flatnonzero(before[stop] > before[last])
    opened = np.concatenate((since[hidden], last[tail]))  # first row of each gap
    until = np.concatenate((kept[hidden], stop[tail]))
    owner = np.concatenate((segment[hidden], tail))
    order = np.argsort(np.concatenate((2 * kept + 1, 2 * until)))

    def woven(row: Any, gap: Any) -> Any:
        return np.concatenate((row, gap))[order]

    nobody = np.full(opened.size, len(sight.docs), rows.doc.dtype)
    return SeenRows(
        topic=rows.topic[woven(segment, owner)],
        doc=woven(rows.doc[kept], nobody),
        document=woven(rows.leader[kept], opened),
        start=woven(rows.start[kept], np.zeros(opened.size, np.int64)),
        end=woven(rows.end[kept], before[until] - before[opened]),
        rank=woven(kept - head[segment], opened - head[owner]) + 1,
        shares_rank=woven(rows.shares_rank[kept], np.zeros(opened.size, np.bool_)),
    )


def _all_rows(rows: RankedRows) -> SeenRows:
    rank = np.arange(1, rows.segment.size + 1) - rows.offsets[:-1][rows.segment]
    return SeenRows(
        topic=rows.topic[rows.segment],
        doc=rows.doc,
        document=rows.leader,
        start=rows.start,
        end=rows.end,
        rank=rank,
        shares_rank=rows.shares_rank,
    )


def _kept(rows: RankedRows, sight: Sight, judged: Ints, before: Ints) -> Ints:
    """Rows that are seen, ascending; the first row past the cutoff tells of ties."""
    head, stop = rows.offsets[:-1], rows.offsets[1:]
    shown = np.minimum(head + sight.rank + 1, stop)
    if sight.budget:
        paid = np.searchsorted(before[:-1], before[head] + sight.budget)
        shown = np.maximum(shown, np.minimum(paid, stop))
    beyond = judged[judged >= shown[rows.segment[judged]]]
    return np.sort(np.concatenate((ranges(head, shown)[0], beyond)))
