"""Chunk runs read straight into what measures see of them, for evaluation.

A chunk run of millions of rows is mostly text that no measure looks at one by one: what lies
past the cutoffs and budgets asked for, in documents that nobody judged, matters as a sum of
characters. Its names are looked at once, in the block of bytes in which they came, and
forgotten; every number is parsed and checked.

Blocks are cut between topics and do not depend on each other. What needs a closer look is
not judged here: the answer is None, and the ordinary reader finds the words for it. So it is
with topics whose rows do not lie together, which have to be gathered first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.engines.choose import engine
from partwise.errors import TableError
from partwise.files.blocks import return_freed_memory
from partwise.files.fast.between_topics import LargeTopicError, between_topics
from partwise.files.fast.chunk_rows import ChunkRows
from partwise.files.fast.chunk_topics import SeenTopics, seen_topics
from partwise.files.fast.doc_names import DocNames, Strangers
from partwise.files.fast.judged import Judged
from partwise.files.fast.odd_blocks import AnyBlock, PlainLines
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.sight import Sight, letter_prints
from partwise.files.source import Source
from partwise.kernels.text.lines import Field
from partwise.kernels.text.names import gather_names
from partwise.tables.chunk_run import ChunkRun, RowCounts
from partwise.tables.column_names import Schema
from partwise.tables.names import Names

_BLOCK = 1 << 21
"""Bytes of a block, as for TREC runs; in a new process larger ones cost more than they save."""
_BATCH = 1 << 16
"""Rows that are kept before they are handed on: more cost memory, and save nothing."""
_MOST_ALIKE = 10_000
_STEP = 1 << 13
"""Names that are looked at together: what they need of memory stays in the cache."""
_LARGE = 1 << 25
"""Bytes of a file that is worth returning memory for."""

Take = Callable[[ChunkRun], None]
AtOnce = Callable[[], int | None]
"""Says how many rows may be kept before they are handed on; None: as many as is usual."""
_Task = TypeVar("_Task")


FORMATS = frozenset({"tsv", "jsonl", "parquet"})
"""Formats that are read so."""


def read_chunks(
    source: Source,
    format_: str,
    schema: Schema,
    sight: Sight,
    take: Take | None = None,
    *,
    at_once: AtOnce | None = None,
) -> ChunkRun | None:
    """Read what is seen of a chunk run; None when it needs a closer look.

    Parameters
    ----------
    source : Source
        The file.
    format_ : str
        Its format, one of ours.
    schema : Schema
        What columns are called.
    sight : Sight
        What the evaluation sees.
    take : callable, optional
        Is given what is seen of some topics whenever that is much; what is returned at last is
        then seen of the rest. Only then is it known whether all of it counts. It may raise
        `IrregularError`, too.
    at_once : callable, optional
        Says how much is much, where memory is bounded.
    """
    if format_ not in FORMATS:
        return None
    try:
        read, notes, tasks = _tasks(source, format_, schema)
        facts = {
            "source": source.name,
            "format": format_,
            "encoding": source.encoding,
            "columns": schema.columns,
        }
        # polars decodes Parquet on all cores; a second thread of ours would only be in its way
        jobs = 1 if format_ == "parquet" else None
        if source.size > _LARGE:
            return_freed_memory()
        gathered = _Gathered(sight, source.stem, facts, take, at_once)
        found = gathered.gather(read, tasks, jobs)
    except (IrregularError, LargeTopicError, TableError):
        return None
    return None if found is None else replace(found, notes=(*source.notes, *notes))


def _tasks(
    source: Source, format_: str, schema: Schema
) -> tuple[Callable[[Any], ChunkRows], tuple[str, ...], Iterable[Any]]:
    """Return what reads some topics at a time, what is noted of the file, and where these are."""
    if format_ == "parquet":
        from partwise.files.fast.parquet_rows import ParquetRows

        columns = ParquetRows(source, schema)
        return columns, columns.notes, columns.slices()
    plain = _reader_of_lines(source, format_, schema)
    cut = between_topics(plain.topic_of, leads=plain.leads)
    return AnyBlock(plain, source, format_, schema), plain.notes, source.blocks(_BLOCK, cut)


def _reader_of_lines(source: Source, format_: str, schema: Schema) -> PlainLines:
    if format_ == "tsv":
        from partwise.files.fast.tsv_rows import TsvRows

        return TsvRows(source, schema)
    from partwise.files.fast.json_rows import JsonRows

    return JsonRows(source, schema)


class _Gathered:
    """What is seen of the blocks so far.

    Parameters
    ----------
    sight, take, at_once
        As those of `read_chunks`.
    name : str
        That of the run where no column says it.
    facts : dict
        Fields of the run that are known from the beginning.
    """

    def __init__(
        self,
        sight: Sight,
        name: str,
        facts: dict[str, Any],
        take: Take | None,
        at_once: AtOnce | None,
    ) -> None:
        self.sight, self.name, self.facts, self.take = sight, name, facts, take
        self._at_once = at_once
        self.judged = Judged(sight.docs)
        self.present = np.zeros(len(sight.docs) + 1, np.bool_)
        self.pieces: list[SeenTopics] = []
        self.topics: set[bytes] = set()
        self.met = self.rows = self.scored = False
        self.labels: set[bytes | None] = set()
        self.alike: dict[bytes, None] = {}
        self.strangers = Strangers()

    def gather(
        self, read: Callable[[_Task], ChunkRows], tasks: Iterable[_Task], jobs: int | None
    ) -> ChunkRun | None:
        """Read all blocks; None where the ordinary way has to be gone."""
        work = partial(_seen, read=read, gathered=self)
        for scored, piece in engine("threads", jobs).map(work, tasks):
            if self.take is not None and sum(map(len, self.pieces)) >= self._most():
                self.take(self._run())
                self.pieces = []
            self.scored = self.scored or scored
            if not self._add(piece):
                return None
            del piece  # it holds the bytes of its block
        return self._run() if self.rows and self.met and not self.judged.close else None

    def _most(self) -> int:
        told = None if self._at_once is None else self._at_once()
        return _BATCH if told is None else min(told, _BATCH)

    def _add(self, piece: SeenTopics) -> bool:
        """Take in a block; False where a topic comes a second time or names need a closer look."""
        before = len(self.topics)
        self.topics.update(piece.names)
        if len(self.topics) < before + len(piece.names):
            return False
        self.met, self.rows = self.met or piece.met, self.rows or piece.counts.rows > 0
        if piece.counts.rows:
            self.labels.add(piece.label)
        if piece.stranger is not None:
            self._look_for_alike(piece.stranger)
        self.pieces.append(piece.without_names())
        return len(self.alike) <= _MOST_ALIKE and len(self.labels) < 2

    def _look_for_alike(self, names: DocNames) -> None:
        """Keep names that have the letters and digits of a judged document."""
        # a block that was read meanwhile may have named them, too
        names = self.strangers.new(names, np.arange(names.prints.size))
        data, (start, end) = names.data, names.field
        self.strangers.remember(names)
        for row in range(0, start.size, _STEP):
            some = slice(row, row + _STEP)
            self._look_at(data, (start[some], end[some]))

    def _look_at(self, data: NDArray[np.uint8], field: Field) -> None:
        start, end = field
        prints = letter_prints(gather_names(data, field), np.cumsum(end - start))
        letters = self.sight.letters
        at = np.minimum(np.searchsorted(letters, prints), letters.size - 1)
        for row in np.flatnonzero(letters[at] == prints).tolist():
            self.alike[data[start[row] : end[row]].tobytes()] = None

    def _run(self) -> ChunkRun:
        """Put together what was gathered since the last time."""
        label = next(iter(self.labels))
        documents, base = [], 0
        for piece in self.pieces:
            documents.append(piece.seen.document + base)
            base += piece.counts.rows
        seen = [piece.seen for piece in self.pieces]
        topic = np.concatenate([one.topic for one in seen])
        topics = Names.of(name.decode() for piece in self.pieces for name in piece.names)
        order = np.argsort(topic, kind="stable")
        own = np.full(len(self.sight.topics), -1, np.int32)
        code = topics.codes_in(self.sight.topics)
        own[code[code >= 0]] = np.flatnonzero(code >= 0)
        columns: dict[str, Any] = {
            name: np.concatenate([getattr(one, name) for one in seen])[order]
            for name in ("doc", "start", "end", "rank", "shares_rank")
        }
        return ChunkRun(
            name=self.name if label is None else label.decode(),
            topics=topics,
            length=np.concatenate([piece.length for piece in self.pieces]),
            docs=self.sight.docs,
            topic=own[topic[order]],
            document=np.concatenate(documents)[order],
            **columns,
            counts=sum((piece.counts for piece in self.pieces), RowCounts()),
            present=self.present[:-1],
            alike=Names.of(name.decode() for name in self.alike),
            has_scores=self.scored,
            rises=any(piece.rises for piece in self.pieces),
            falls=any(piece.falls for piece in self.pieces),
            **self.facts,
        )


def _seen(
    task: _Task, read: Callable[[_Task], ChunkRows], gathered: _Gathered
) -> tuple[bool, SeenTopics]:
    rows = read(task)
    found = seen_topics(rows, gathered.sight, gathered.judged, gathered.present, gathered.strangers)
    return rows.score is not None, found
