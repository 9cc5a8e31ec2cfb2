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

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from partwise.engines.choose import engine
from partwise.files.blocks import Block
from partwise.files.fast.judged import Judged
from partwise.files.fast.rows import (
    SHORTEST_LINE,
    IrregularError,
    Lists,
    Ranked,
    TrecRows,
    parse_rows,
    rank_topics,
)
from partwise.files.fast.scattered import read_scattered
from partwise.files.parsing.notes import comments, disagreements
from partwise.files.source import Source
from partwise.kernels.text.lines import NEWLINE, PAD
from partwise.kernels.text.names import name_changes
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import RankedRun

_BLOCK = 1 << 20
"""Bytes of a block: small enough for the cache, large enough that two threads seldom meet.

Larger ones cost memory and save no time; chunk runs, of which more is computed, are another case.
"""
_LARGEST_TOPIC = 1 << 24
_SHORTEST_TOPICS = 4
_FEW_TOPICS = 1 << 14
"""Topics whose names are kept for the next run."""


class _ScatteredError(Exception):
    """A topic whose lines do not lie together."""


def read_ranked(source: Source, qrels: Qrels, said: Sequence[str] = ()) -> RankedRun | None:
    """Read a six-column run into ranked lists; None when it needs a closer look.

    Parameters
    ----------
    source : Source
        The file.
    qrels : Qrels
        The assessments; documents that they do not name get the code ``len(qrels.docs)``.
    said : sequence of str
        What was noticed of the file before.
    """
    judged = Judged(qrels.docs)
    try:
        try:
            lists = _together(source, qrels, judged)
        except _ScatteredError:
            lists = read_scattered(source, judged, _BLOCK)
    except IrregularError:
        return None
    return _run(source, qrels, lists, said, close=judged.close) if lists.topics else None


def _run(
    source: Source, qrels: Qrels, lists: Lists, said: Sequence[str], *, close: bool
) -> RankedRun:
    tag = lists.tags.pop() if len(lists.tags) == 1 else None
    few = len(lists.topics) <= _FEW_TOPICS
    topics = _names(tuple(lists.topics)) if few else Names.of_bytes(lists.topics)
    sizes, doc = lists.sizes.values, lists.doc.values
    contradict = int(lists.disagreements.values[topics.codes_in(qrels.topics) >= 0].sum())
    name = source.stem if tag is None else tag.decode()
    return RankedRun(
        name=name,
        topics=topics,
        topic=np.repeat(np.arange(sizes.size, dtype=np.int32), sizes),
        docs=qrels.docs,
        doc=doc,
        tied=lists.tied.values,
        close=close,
        source=source.name,
        notes=(*said, *source.notes, *comments(lists.n_comments), *disagreements(contradict)),
        encoding=source.encoding,
    )


@lru_cache(1)
def _names(topics: tuple[bytes, ...]) -> Names:
    """Name topics once for all runs that have the same: what was looked up for one is known."""
    return Names.of_bytes(topics)


def _together(source: Source, qrels: Qrels, judged: Judged) -> Lists:
    """Rank block by block; `_ScatteredError` when a topic comes a second time.

    Where judged topics came and none of their documents is judged, names are wrong more often
    than runs: the ordinary reader, which keeps the names, reads them at once.
    """
    lists, seen = Lists(source.size // SHORTEST_LINE), set[bytes]()
    met = False
    blocks = source.blocks(_BLOCK, _cut_between_topics)
    for said, topics, ranked in engine("threads").map(partial(_rank_block, judged=judged), blocks):
        lists.see(*said)
        known = len(seen)
        seen.update(topics)
        if len(seen) < known + len(topics):
            raise _ScatteredError
        lists.topics += topics
        lists.add(ranked)
        met = met or bool((ranked.doc < len(judged.docs)).any())
        if not met and not qrels.topics.index.keys().isdisjoint(map(bytes.decode, topics)):
            raise IrregularError
    return lists


def _rank_block(
    block: Block, judged: Judged
) -> tuple[tuple[set[bytes | None], int], list[bytes], Ranked]:
    """Rank the rows of a block; its bytes are not kept, for answers wait for each other."""
    rows = parse_rows(block)
    first, names = _topic_heads(rows)
    if first.size * _SHORTEST_TOPICS > rows.score.size:
        raise _ScatteredError
    ranked = rank_topics(np.append(first, rows.score.size), rows, judged)
    return rows.said, names, ranked


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
