"""ChunkRun: what measures of passages look at in a long run, and counts of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.messages import plural
from partwise.tables.compact_run import CompactRun
from partwise.tables.missing import Missing
from partwise.tables.names import Names


@dataclass(frozen=True)
class RowCounts:
    """What is told of rows that are not kept; of judged topics alone, but for `rows`."""

    rows: int = 0
    """Rows of the file."""
    pairs: int = 0
    """Retrieved documents, each once a topic."""
    tied: int = 0
    """Results with the score (without scores, the rank) of the result before them."""
    unbroken: int = 0
    """Those of them that no column of ranks tells apart."""
    across: int = 0
    """Those of these whose document is another one than that of the result before."""
    disagree: int = 0
    """Results whose rank contradicts their score."""
    past: int = 0
    """Parts that extend past the end of their document."""
    beyond: int = 0
    """Those of them that begin there."""
    overlapping: int = 0
    """Parts that show text which an earlier part shows."""
    empty: int = 0
    """Parts without text."""
    topics: int = 0
    """Topics with parts."""
    doubled: int = 0
    """Those that list every part more than once; none where that cannot be all of them."""

    def __add__(self, other: RowCounts) -> RowCounts:
        names = [one.name for one in fields(self)]
        return RowCounts(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(frozen=True, eq=False, kw_only=True)
class ChunkRun(CompactRun):
    """Passages of judged topics in final order, as far as an evaluation looks at them.

    Kept are the first results of each topic and those of judged documents. What lies between
    two of them is one *gap*: a row as long as all that it stands for, in a document of its own.

    Parameters
    ----------
    name : str
        The run's name.
    topics : Names
        All topics of the file.
    length : ndarray of int64
        Results of each topic.
    docs : Names
        The judged documents.
    topic : ndarray of int32
        Code of each row's topic; the rows of a topic stand together.
    doc : ndarray of int32
        Code of each row's document; ``len(docs)`` for one that nobody judged.
    document : ndarray of int64
        Equal for rows of one topic and document.
    start, end : ndarray of int64
        Place, truncated at the end of the document.
    rank : ndarray of int64
        Rank of each row in its topic, from 1; of a gap that of its first result.
    shares_rank : ndarray of bool
        Whether only a convention tells the result from the one before it.
    counts : RowCounts
        What is told of all results.
    present : ndarray of bool
        Judged documents that the file names.
    alike : Names
        Documents that nobody judged and that have the letters and digits of a judged one.
    has_scores, rises, falls : bool
        Whether there are scores, and whether they rise, and fall, from line to line of a topic.
    source, notes, format, encoding, columns
        As those of `Run`.
    """

    name: str
    topics: Names
    length: Ints
    docs: Names
    topic: NDArray[np.int32]
    doc: NDArray[np.int32]
    document: Ints
    start: Ints
    end: Ints
    rank: Ints
    shares_rank: Flags
    counts: RowCounts
    present: Flags
    alike: Names
    has_scores: bool = True
    rises: bool = False
    falls: bool = False
    source: str | None = None
    notes: tuple[str, ...] = ()
    format: str | None = "tsv"
    encoding: str = "utf-8"
    missing: Missing = "error"
    columns: Mapping[str, str] | None = None

    holds_documents: ClassVar[bool] = False

    arrays = ("topic", "doc", "document", "start", "end", "rank", "shares_rank")

    def __len__(self) -> int:
        return self.counts.rows

    def __repr__(self) -> str:
        sizes = f"{plural(len(self), 'part')}, {plural(len(self.topics), 'topic')}"
        return f"ChunkRun({self.name!r}: {sizes}, {self.topic.size:,} rows kept)"
