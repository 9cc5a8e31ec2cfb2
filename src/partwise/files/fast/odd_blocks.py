"""Blocks of a chunk run that are not plain, read as the ordinary reader reads a file.

A program that writes a million lines writes a few of them otherwise: keys in another order, a
blank line, a number with a sign. Only their block pays for that. What the ordinary reader would
say of the block, or refuse, it has to say of the whole file: that is left to it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partwise.errors import PartwiseError
from partwise.files.blocks import Block
from partwise.files.dispatch import run_reading
from partwise.files.fast.chunk_rows import FARTHEST, ChunkRows
from partwise.files.fast.doc_names import DocNames
from partwise.files.fast.rows import IrregularError
from partwise.files.limits import LONGEST_NAME
from partwise.files.parsing.columns import Options
from partwise.files.registry import FORMATS
from partwise.files.source import Source
from partwise.kernels.text.lines import PAD, Field
from partwise.kernels.text.names import blob_block
from partwise.tables.column_names import Schema
from partwise.tables.names import Names
from partwise.tables.run import Run

_PLAIN_TRIES = 3
"""Blocks that were not plain after which no other is expected to be."""


class PlainLines(Protocol):
    """Reads blocks of plain lines; `IrregularError` for others."""

    @property
    def head(self) -> bytes:
        """What has to stand before lines so that they are a file."""

    @property
    def names(self) -> frozenset[str]:
        """Known columns, by our names."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What is noted of each file with these columns."""

    @property
    def leads(self) -> bool:
        """Whether a line begins with its topic."""

    def topic_of(self, line: bytes) -> bytes | None:
        """Return the topic of a line, with what closes it."""

    def __call__(self, block: Block) -> ChunkRows:
        """Read a block."""


class AnyBlock:
    """Reads blocks, those that are not plain in the ordinary way.

    Parameters
    ----------
    plain : PlainLines
        Reads the others.
    source : Source
        The file.
    format_ : str
        Its format.
    schema : Schema
        What columns are called.
    """

    def __init__(self, plain: PlainLines, source: Source, format_: str, schema: Schema) -> None:
        self._plain, self._source, self._format = plain, source, FORMATS[format_]
        self._options = Options(forced=True, columns=schema.columns)
        self._left = _PLAIN_TRIES

    def __call__(self, block: Block) -> ChunkRows:
        """Read a block; `IrregularError` where something has to be said of it."""
        if self._left > 0:
            try:
                return self._plain(block)
            except IrregularError:
                self._left -= 1
        head = b"" if block.line == 1 else self._plain.head
        file = self._source.holding(head + block.data[PAD : block.hi].tobytes())
        try:
            run = run_reading(file, self._format, self._options).table
        except PartwiseError:
            raise IrregularError from None
        if tuple(run.notes) != self._plain.notes or not self._is_plain(run):
            raise IrregularError
        return _rows(run)

    def _is_plain(self, run: Run) -> bool:
        """Tell whether a run has the columns of the file, and nothing but passages."""
        told = {"score": run.score, "rank": run.rank, "tokens": run.tokens}
        if any(
            (column is not None) != (name in self._plain.names) for name, column in told.items()
        ):
            return False
        if "run" in self._plain.names or run.name != self._source.stem:
            return False
        if run.answered or run.distance is not None:
            return False
        if (run.tokens is not None and run.tokens.min(initial=0) < 0) or not len(run):
            return False
        placed = run.start.min() >= 0 and run.end.min() >= 0 and run.end.max() <= FARTHEST
        named = run.element.max() >= 0 or run.tree.max() >= 0 or run.doc.min() < 0
        return bool(placed) and not named


def _rows(run: Run) -> ChunkRows:
    docs, field = _field(run.docs)
    change = np.flatnonzero(run.topic[1:] != run.topic[:-1]) + 1
    first = np.concatenate((np.zeros(1, np.int64), change))
    topics = [run.topics[code].encode() for code in run.topic[first].tolist()]
    if max(map(len, topics)) > LONGEST_NAME or (field[1] - field[0]).max() > LONGEST_NAME:
        raise IrregularError
    names = DocNames.of(docs, field, run.doc.astype(np.int64))
    numbers = run.start, run.end, run.score, run.rank, run.tokens
    return ChunkRows(docs, first, topics, names, *numbers, None)


def _field(names: Names) -> tuple[NDArray[np.uint8], Field]:
    end = PAD + names.ends
    start = np.concatenate(([PAD], end[:-1]))
    return blob_block(names.blob), (start, end)
