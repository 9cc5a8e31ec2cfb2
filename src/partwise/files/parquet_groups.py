"""Groups of Parquet files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.files.dispatch import reading_of_table
from partwise.files.groups import TEXT_SAMPLE, Groups, contiguous, n_files, without_problems
from partwise.files.parsing.columns import Options, Reading
from partwise.files.parsing.frames import table_of
from partwise.files.parsing.parquet import count_rows, parquet_columns, projected_slices
from partwise.tables.column_names import Schema
from partwise.tables.row_lines import RowNumbers
from partwise.tables.run import Run

if TYPE_CHECKING:
    import polars as pl

SLICE = 1 << 17
"""Rows that are decoded together."""
_ROW, _FILE = "\0row", "\0file"


class ParquetGroups(Groups):
    """A Parquet file as runs of whole topics."""

    def together(self) -> Iterator[Run]:
        """Yield groups in the order of the file."""
        if self._topic is None:
            return super().together()
        return contiguous(
            without_problems(map(self._read, self._frames())), self.source, self.format
        )

    @property
    def can_be_shared(self) -> bool:
        """Whether rows have topics."""
        return self.source.content is None and self._topic is not None

    def share(self, number: int, of: int) -> Iterator[Run]:
        """Yield the groups of one of several shares of the rows of the file."""
        rows = count_rows(self.source)
        begin, end = (self._topic_at(rows * at // of, rows) for at in (number, number + 1))
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

    def by_topic(self, folder: Path) -> tuple[list[str], Iterator[Run]]:
        """Split the rows by topic; they keep their numbers."""
        import polars as pl

        topics: dict[str, None] = {}
        n = n_files(8 * self.source.size)  # rows of text take several times as many bytes
        for piece, (frame, rows) in enumerate(self._frames()):
            topic = frame.get_column(self._topic or frame.columns[0]).cast(pl.String)
            topics.update(dict.fromkeys(topic.drop_nulls().unique(maintain_order=True).to_list()))
            marked = frame.with_columns(
                pl.Series(_ROW, rows), (topic.hash(7) % n).fill_null(0).alias(_FILE)
            )
            for part in marked.partition_by(_FILE):
                part.write_ipc(folder / f"{part[_FILE][0]:03d}-{piece:05d}")
        return [*topics], without_problems(map(self._read, _files(folder, n)))

    @cached_property
    def _columns(self) -> dict[str, str | None]:
        """Our name of each column of the file."""
        names = parquet_columns(self.source)
        try:
            naming = Schema("run", self.options.columns).naming(names)
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
        left: pl.DataFrame | None = None
        begin = first = 0 if span is None else span[0]
        for number, plain in enumerate(projected_slices(self.source, columns, SLICE, span)):
            piece = plain
            if texts and begin + number * SLICE < TEXT_SAMPLE:
                piece = plain.hstack(next(sample))
            elif left is not None:
                left = left.drop(texts, strict=False)
            frame = piece if left is None else pl.concat((left, piece))
            cut = _last_topic_row(frame[self._topic or ""])
            left = frame.slice(cut)
            if cut:
                yield frame.slice(0, cut), first + np.arange(cut)
                first += cut
        if left is not None and left.height:
            yield left, first + np.arange(left.height)

    def _read(self, piece: tuple[pl.DataFrame, Ints]) -> Run | Exception:
        frame, rows = piece
        return self.read_group(
            partial(self._read_frame, frame, rows), with_text=rows[0] < TEXT_SAMPLE
        )

    def _read_frame(self, frame: pl.DataFrame, rows: Ints, options: Options) -> Reading[Run]:
        schema = Schema("run", options.columns, options.kept)
        table = table_of(frame, self.source, schema, "parquet", RowNumbers(rows))
        return reading_of_table(table, self.format, options)


def _last_topic_row(topic: pl.Series) -> int:
    """Row in which the last topic begins."""
    for size in (min(1 << 12, len(topic)), len(topic)):
        lengths = topic.tail(size).rle().struct.field("len")
        if len(lengths) > 1:
            return len(topic) - int(lengths[-1])
    return 0


def _files(folder: Path, n: int) -> Iterator[tuple[pl.DataFrame, Ints]]:
    """Yield the rows of each file and their numbers."""
    import polars as pl

    for file in range(n):
        parts = sorted(folder.glob(f"{file:03d}-*"))
        if parts:
            frame = pl.concat([pl.read_ipc(part.read_bytes()) for part in parts])
            yield frame.drop(_ROW, _FILE), frame[_ROW].to_numpy()
