"""RankedRun: what document measures need of a run, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags
from partwise.messages import plural
from partwise.tables.chunk_run import ChunkRun
from partwise.tables.compact_run import CompactRun
from partwise.tables.missing import Missing
from partwise.tables.names import Names
from partwise.tables.run import Run


@dataclass(frozen=True, eq=False)
class RankedRun(CompactRun):
    """Lists of whole documents in final order; documents that nobody judged have no names.

    Parameters
    ----------
    name : str
        The run's name.
    topics : Names
        Topics; the rows of each stand together.
    topic : ndarray of int32
        Topic of each row.
    docs : Names
        The judged documents.
    doc : ndarray of int32
        Code of each row's document; ``len(docs)`` for one that was not judged. A topic lists a
        document once.
    tied : ndarray of bool
        The row has the score of the row before it in its topic.
    close : bool
        A document without a name is called like a judged one but for case, folder or suffix.
    source, notes, format, encoding
        As those of `Run`.
    """

    name: str
    topics: Names
    topic: NDArray[np.int32]
    docs: Names
    doc: NDArray[np.int32]
    tied: Flags
    close: bool = False
    source: str | None = None
    notes: tuple[str, ...] = ()
    format: str | None = "trec-run"
    encoding: str = "utf-8"

    missing: ClassVar[Missing] = "error"
    columns: ClassVar[Mapping[str, str] | None] = None
    has_scores: ClassVar[bool] = True
    holds_documents: ClassVar[bool] = True

    arrays = ("topic", "doc", "tied")

    def __len__(self) -> int:
        return self.topic.size

    def __repr__(self) -> str:
        sizes = f"{plural(len(self), 'document')}, {plural(len(self.topics), 'topic')}"
        return f"RankedRun({self.name!r}: {sizes})"


AnyRun = Run | RankedRun | ChunkRun
"""What a view accepts: a run with its parts, lists of documents, or what is seen of passages."""
