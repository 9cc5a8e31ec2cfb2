"""Rows of chunk runs in Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.files.blocks import keep_freed_memory, return_freed_memory
from partwise.files.fast.between_topics import LargeTopicError
from partwise.files.fast.chunk_rows import READ, ChunkRows, checked_rows, is_plain
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.text_sample import SAMPLED, refuse_other_lengths
from partwise.files.parsing.parquet import parquet_columns, projected_slices
from partwise.files.source import Source
from partwise.kernels.text.lines import PAD, Field, padded
from partwise.tables.column_names import Schema

if TYPE_CHECKING:
    import polars as pl

_ROWS = 1 << 18
"""Rows that are decoded and looked at together: row groups are often as large."""
_JOINED = 1 << 14
"""Most rows that are copied to stand behind those that were read before."""
_RETURNED = 16
"""Slices after which memory goes back: after each it would cost more than it saves."""
_SEEDS = (20260101, 7)
_MOST_ROWS = 1 << 20
"""Rows of a topic from which on a file is not read topic by topic."""


class ParquetRows:
    """Reads the columns of a Parquet file that a chunk run needs, some topics at a time.

    Parameters are those of `TsvRows`.
    """

    def __init__(self, source: Source, schema: Schema) -> None:
        self._source = source
        names = parquet_columns(source)
        naming = schema.naming(names)
        ours = [naming.ours(name) for name in names]
        if not is_plain(frozenset(name for name in ours if name is not None)):
            raise IrregularError
        named = {our: name for our, name in zip(ours, names, strict=True) if our is not None}
        if "text" in named:
            seen = {name: named[name] for name in ("start", "end", "text")}
            piece = next(projected_slices(source, seen, SAMPLED), None)
            refuse_other_lengths([*seen], () if piece is None else piece.iter_rows())
        self._columns = {our: name for our, name in named.items() if our in READ}
        self.notes = tuple(naming.notes)

    def slices(self, rows: int = _ROWS) -> Iterator[pl.DataFrame]:
        """Yield rows, about so many at a time, cut between topics."""
        import polars as pl

        keep_freed_memory()
        held: pl.DataFrame | None = None  # the last topic so far, which may go on
        for number, piece in enumerate(projected_slices(self._source, self._columns, rows)):
            if number % _RETURNED == _RETURNED - 1:  # what is kept of slices lies between holes
                return_freed_memory()
            frame = piece
            if held is not None:
                few = _first_topics(piece)
                frame, piece = pl.concat((held, piece.slice(0, few))), piece.slice(few)  # noqa: PLW2901
                if piece.height:
                    yield frame
                    frame = piece
            cut = _last_topic(frame)
            held = frame.slice(cut)
            if held.height > _MOST_ROWS:
                raise LargeTopicError
            if cut:
                yield frame.slice(0, cut)
        if held is not None:
            yield held

    def __call__(self, frame: pl.DataFrame) -> ChunkRows:
        """Read a slice; `IrregularError` unless each of its rows is well-formed."""
        if any(series.null_count() for series in frame):
            raise IrregularError
        blob = _Blob()
        doc = _named(frame["doc"])
        number, index = _distinct(doc)
        docs = blob.names(doc.gather(number))
        runs = frame["topic"].rle().struct.unnest()
        size = runs["len"].to_numpy().astype(np.int64)
        cells = {"topic": blob.names(runs["value"]), "doc": docs}
        if "run" in self._columns:
            cells["run"] = blob.names(frame["run"].rle().struct.field("value"))
        score = _numbers(frame, "score", np.float64)
        if score is not None and np.isnan(score).any():
            raise IrregularError
        start, end = _numbers(frame, "start", np.int64), _numbers(frame, "end", np.int64)
        rank, tokens = _numbers(frame, "rank", np.int64), _numbers(frame, "tokens", np.int64)
        if start is None or end is None:
            raise IrregularError
        how = {"start": start, "end": end, "score": score, "rank": rank, "tokens": tokens}
        return checked_rows(blob.data, cells, **how, first=np.cumsum(size) - size, index=index)


class _Blob:
    """Names one after the other, as the kernels of text read them."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def names(self, series: pl.Series) -> Field:
        """Append all names of a column."""
        import polars as pl

        series = _named(series).cast(pl.String)
        size = series.str.len_bytes().to_numpy().astype(np.int64)
        text = series.str.join("\n").item().encode() if len(series) else b""
        end = PAD + self._size + np.cumsum(size + 1) - 1
        self._pieces.append(text)
        self._size += len(text) + 1
        return end - size, end

    @property
    def data(self) -> NDArray[np.uint8]:
        """The bytes."""
        text = b"\n".join(self._pieces)
        if b"\0" in text:
            raise IrregularError
        return padded(text)


def _named(series: pl.Series) -> pl.Series:
    """Return a column of names as strings or whole numbers, which are names as they are spelled."""
    import polars as pl

    if series.dtype in (pl.Categorical, pl.Enum):
        series = series.cast(pl.String)
    if series.dtype != pl.String and not _is_whole(series):
        raise IrregularError
    return series


def _is_whole(series: pl.Series) -> bool:
    """Tell a column of whole numbers that NumPy has, too."""
    return series.dtype.is_integer() and str(series.dtype) not in ("Int128", "UInt128")


def _distinct(series: pl.Series) -> tuple[Ints, Ints]:
    """Rows in which names come first, and which of these each row has.

    Texts are told apart by two hashes of 64 bits, whole numbers by a hash and themselves. A few
    names come more than once, where others have taken their place in the table.
    """
    hashed = (series.hash(seed) for seed in _SEEDS)
    one = next(hashed).to_numpy()
    two = (series if _is_whole(series) else next(hashed)).to_numpy()
    slot = (one >> np.uint64(64 - max(8, int(one.size).bit_length() + 1))).view(np.int64)
    row = np.arange(one.size)
    table = np.empty(int(slot.max(initial=0)) + 1, np.int64)
    table[slot[::-1]] = row[::-1]  # who comes first stays
    first = table[slot]
    other = (one[first] != one) | (two[first] != two)
    first[other] = row[other]
    number = np.flatnonzero(first == row)
    table = np.empty(one.size, np.int64)
    table[number] = np.arange(number.size)
    return number, table[first]


def _topic_begins(frame: pl.DataFrame) -> Ints:
    """Rows but the first in which another topic begins."""
    size = frame["topic"].rle().struct.field("len").to_numpy().astype(np.int64)
    return np.cumsum(size)[:-1]


def _first_topics(frame: pl.DataFrame) -> int:
    """Return how many rows the first topics have; all of them where that is not soon told."""
    begins = _topic_begins(frame.head(_JOINED))
    return int(begins[-1]) if begins.size else frame.height


def _last_topic(frame: pl.DataFrame) -> int:
    """Row in which the last topic begins."""
    for size in (min(_JOINED, frame.height), frame.height):
        begins = _topic_begins(frame.tail(size))
        if begins.size:
            return frame.height - size + int(begins[-1])
    return 0


def _numbers(frame: pl.DataFrame, name: str, kind: Any) -> Any:
    """Return a column of numbers that are not negative unless they are scores."""
    if name not in frame.columns:
        return None
    series = frame[name]
    fits = _is_whole(series) or (kind is np.float64 and series.dtype.is_float())
    if not fits or str(series.dtype) == "UInt64":
        raise IrregularError
    value = series.to_numpy().astype(kind, copy=False)
    if kind is np.int64 and value.min(initial=0) < 0:
        raise IrregularError
    return value
