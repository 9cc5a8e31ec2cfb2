"""Groups of Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.files.atomic import told
from partwise.files.groups import (
    TEXT_SAMPLE,
    Groups,
    Split,
    bucket_file,
    contiguous,
    without_problems,
)
from partwise.files.options import table_options
from partwise.files.parsing.parquet import count_rows, parquet_columns, projected_slices, table_of
from partwise.tables.building import run_of
from partwise.tables.rows import RowLines
from partwise.tables.run import Run
from partwise.tables.schema import Schema

if TYPE_CHECKING:
    import polars as pl

SLICE = 1 << 17
"""Rows that are decoded together."""
_ROW, _BUCKET = "\0row", "\0bucket"
MOST_PIECES = 10_000
"""Files of all buckets of a run, about."""


class ParquetGroups(Groups):
    """A Parquet file as runs of whole topics."""

    def together(self) -> Iterator[Run]:
        """Yield groups in the order of the file."""
        if self._topic is None:
            return super().together()
        return contiguous(self.in_file(), self.source, self.format)

    def in_file(self) -> Iterator[Run]:
        """Yield slices of rows that begin and end between topics, which may come back."""
        return without_problems(map(self._read, self._frames()))

    @property
    def can_be_shared(self) -> bool:
        """Whether rows have topics."""
        return self.source.content is None and self._topic is not None

    def share(self, number: int, of: int) -> Iterator[Run]:
        """Yield the groups of one of several shares of the rows of the file."""
        rows = count_rows(self.source)
        begin, end = (self._topic_at(rows * part // of, rows) for part in (number, number + 1))
        runs = without_problems(map(self._read, self._frames((begin, end))))
        return contiguous(runs, self.source, self.format, least=0)

    def _topic_at(self, row: int, rows: int) -> int:
        """Return the first row from `row` on whose topic is not that of the row before it."""
        import polars as pl

        if not 0 < row < rows:
            return row
        columns, span = {"topic": self._topic or ""}, (row - 1, rows)
        begin, last = row - 1, None
        for piece in projected_slices(self.source, columns, SLICE, span):
            topic = piece["topic"].cast(pl.String)
            last = topic[0] if last is None else last
            others = (topic != last).arg_true()
            if len(others):
                return begin + int(others[0])
            begin += piece.height
        return rows

    # -- buckets of topics -----------------------------------------------------------------

    @property
    def can_be_split(self) -> bool:
        """Whether rows have topics."""
        return self._topic is not None

    @property
    def skeleton(self) -> bytes:
        """A file of the same columns without rows."""
        return _packed(next(projected_slices(self.source, self._all, 1, (0, 1))).clear())

    def split(self, folder: Path, n: int, only: int | None = None) -> Split:
        """Write the rows by topic; they keep their numbers."""
        import polars as pl

        bucket_of: dict[str, int] = {}
        n_rows, first = count_rows(self.source), 0
        size = max(SLICE, n_rows * n // MOST_PIECES)
        begins = range(0, n_rows, size)
        for piece, begin in enumerate(begins):
            span = begin, min(begin + size, n_rows)
            frame = pl.concat(projected_slices(self.source, self._all, SLICE, span))
            topic = frame.get_column(self._topic or frame.columns[0]).cast(pl.String)
            for name in topic.drop_nulls().unique(maintain_order=True).to_list():
                bucket_of.setdefault(name, crc32(name.encode("utf-8", "surrogatepass")) % n)
            buckets = topic.replace_strict(bucket_of, default=0, return_dtype=pl.Int64)
            first = first if begin else int(buckets[0])
            marked = frame.with_columns(
                pl.int_range(*span, dtype=pl.Int64, eager=True).alias(_ROW), buckets.alias(_BUCKET)
            )
            if only is not None:
                marked = marked.filter(pl.col(_BUCKET) == only)
            for part in marked.partition_by(_BUCKET):
                place, content = bucket_file(folder, part[_BUCKET][0], piece), _packed(part)
                with told(place, len(content)):
                    place.write_bytes(content)
        return Split([*bucket_of], n_rows, first)

    def bucket(self, files: Sequence[bytes]) -> Iterator[Run | Exception]:
        """Yield the groups of a bucket."""
        import polars as pl

        if not files:
            return
        frame = _unpacked(files)
        topic = frame.get_column(self._topic or frame.columns[0])
        counts = topic.to_frame().group_by(topic.name, maintain_order=True).len("\0rows")
        groups = counts.select(topic.name, ((pl.col("\0rows").cum_sum() - 1) // SLICE).alias("\0"))
        how: Any = {"how": "left", "nulls_equal": True, "maintain_order": "left"}
        group = topic.to_frame().join(groups, on=topic.name, **how)["\0"]
        for number in group.unique(maintain_order=True).to_list():
            rows = frame.filter(group == number)
            yield self._read((rows.drop(_ROW, _BUCKET), rows[_ROW].to_numpy()))

    def whole(self, files: Iterable[bytes]) -> Run:
        """Read the whole run, its rows in the order of the file."""
        frame = _unpacked(files).sort(_ROW)
        rows = frame[_ROW].to_numpy()
        return self.finished(self._read_frame(frame.drop(_ROW, _BUCKET), rows, None))

    @property
    def _all(self) -> dict[str, str]:
        return {name: name for name in self._columns}

    @cached_property
    def _columns(self) -> dict[str, str | None]:
        """Our name of each column of the file."""
        names = parquet_columns(self.source)
        try:
            naming = Schema("run", self.reading.columns).naming(names)
            return {name: naming.ours(name) for name in names}
        except TableError:  # the reader of the whole file says what is wrong with its columns
            return {}

    @property
    def _topic(self) -> str | None:
        return next((name for name, ours in self._columns.items() if ours == "topic"), None)

    def _frames(self, span: tuple[int, int] | None = None) -> Iterator[tuple[pl.DataFrame, Ints]]:
        """Yield rows cut between topics, and their numbers; those of a span of rows, or all."""
        import polars as pl

        texts = {n: n for n, ours in self._columns.items() if ours == "text" and self._kept}
        columns = {name: name for name in self._columns if name not in texts}
        sample = projected_slices(self.source, texts, SLICE) if texts else iter(())
        rest: pl.DataFrame | None = None
        begin = first = 0 if span is None else span[0]
        for number, plain in enumerate(projected_slices(self.source, columns, SLICE, span)):
            piece = plain
            if texts and begin + number * SLICE < TEXT_SAMPLE:
                piece = plain.hstack(next(sample))
            elif rest is not None:
                rest = rest.drop(texts, strict=False)
            frame = piece if rest is None else pl.concat((rest, piece))
            cut = _last_topic_row(frame[self._topic or ""])
            rest = frame.slice(cut)
            if cut:
                yield frame.slice(0, cut), first + np.arange(cut)
                first += cut
        if rest is not None and rest.height:
            yield rest, first + np.arange(rest.height)

    def _read(self, piece: tuple[pl.DataFrame, Ints]) -> Run | Exception:
        frame, rows = piece
        return self.read_group(
            partial(self._read_frame, frame, rows), with_text=rows[0] < TEXT_SAMPLE
        )

    def _read_frame(self, frame: pl.DataFrame, rows: Ints, unknown: frozenset[str] | None) -> Run:
        schema = Schema("run", self.reading.columns, unknown)
        table = table_of(frame, self.source, schema, "parquet", RowLines(rows + 1, "row"))
        return run_of(table, table_options(self.reading, self.inventory))


def _last_topic_row(topic: pl.Series) -> int:
    """Row in which the last topic begins."""
    for size in (min(1 << 12, len(topic)), len(topic)):
        lengths = topic.tail(size).rle().struct.field("len")
        if len(lengths) > 1:
            return len(topic) - int(lengths[-1])
    return 0


def _packed(frame: pl.DataFrame) -> bytes:
    held = BytesIO()
    frame.write_parquet(held, compression="lz4")
    return held.getvalue()


def _unpacked(files: Iterable[bytes]) -> pl.DataFrame:
    import polars as pl

    return pl.concat([pl.read_parquet(file) for file in files])
