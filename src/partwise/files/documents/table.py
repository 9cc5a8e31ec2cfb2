"""Structure tables: the element trees of documents, one row per element.

Columns ``doc node parent path tag start end depth``, with ``wstart wend`` where
extents are counted in words too, as TSV, CSV, JSON lines or Parquet; text tables
have a header. The rows of a document stand together, in document order: ``node``
counts from 0, ``parent`` is the node of the parent (empty for the root), ``depth``
of the root is 1. A child's extent lies inside its parent's and siblings do not
overlap. Either ``path`` or ``tag`` may be missing. Numbers in paths count the
siblings of one name from 1 in document order. An element that is not listed may
still be a step of a path; where elements are left out, numbers may be missing, but
they still ascend.

``blank`` (written for XML) says which runs of text between children are white
space only: 1 the text before the first child, 2 the text after the element
itself, 3 both, 0 neither. Points inside text nodes, as X-Rai assessments name
them, can be found only with it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError, TableError, UsageError
from partwise.files.atomic import beside, put, told
from partwise.files.limits import MOST_COLUMNS, check_width, has_many_keys
from partwise.files.parsing.cells import refuse_twice
from partwise.files.parsing.parquet import is_parquet, parquet_frame
from partwise.files.source import Source
from partwise.tables.structure.table import Structure

if TYPE_CHECKING:
    import os
    from types import TracebackType
    from typing import Self

    import polars as pl

_WHAT = "a structure table"
_SUFFIXES = (".parquet", ".tsv", ".csv", ".jsonl")


def read_structure(path: str | os.PathLike[str]) -> Structure:
    """Read a structure table; FormatError names the first row that is not part of a tree."""
    source = Source(path)
    frame, line_of = _frame(source)
    try:
        return Structure.from_frame(frame, source=source.name)
    except TableError as bad:
        if bad.row is not None and line_of is not None:
            raise source.error(line_of(bad.row), bad.problem) from None
        row = "" if bad.row is None else f"row {bad.row + 1}: "
        raise source.error(None, row + bad.problem) from None


def _frame(source: Source) -> tuple[pl.DataFrame, Callable[[int], int] | None]:
    """Return the table, and what knows the lines of its rows where it has lines."""
    import polars as pl

    if is_parquet(source):
        return parquet_frame(source), None
    head, data = source.head(4096).lstrip(), b""
    try:
        data = source.read()
        if head.startswith(b"{"):
            check_width(source, MOST_COLUMNS + has_many_keys(data), _WHAT)
            frame = pl.read_ndjson(io.BytesIO(data), infer_schema_length=None)
            return frame, lambda row: _filled_lines(data)[row]
        if head.startswith(b"<"):
            hint = "Make one with partwise structure FILE -o structure.parquet"
            raise source.error(None, "is a document, not a structure table", hint)
        line = head.split(b"\n", 1)[0]
        tabs = b"\t" in line
        check_width(source, data.partition(b"\n")[0].count(b"\t" if tabs else b",") + 1, _WHAT)
        _check_header(source, data, tabs)
        options: dict[str, Any] = {"infer_schema": False}
        options |= {"separator": "\t", "quote_char": None} if tabs else {"separator": ","}
        frame = pl.read_csv(io.BytesIO(data), **options)
        return frame, lambda row: _filled_lines(data)[0] + 1 + row
    except (pl.exceptions.PolarsError, OSError, RuntimeError) as bad:
        if (wide := _too_wide(data)) is not None:
            raise source.error(*wide) from None
        if not data.strip():
            raise source.error(None, "the file is empty") from None
        source.checked()  # a line that is no text is refused with its number
        words = str(bad).strip().split("\n", 1)[0]
        raise source.error(None, f"cannot be read as a table ({words})") from None


def _check_header(source: Source, data: bytes, tabs: bool) -> None:
    """Refuse a header that has a column twice; polars would give the second another name."""
    first = next(iter(_filled_lines(data)), 1)
    words = data.split(b"\n", first)[first - 1].rstrip(b"\r").decode("utf-8", "replace")
    # a lone carriage return ends a line for Python's reader, which refuses it
    names = words.split("\t") if tabs else next(csv.reader([words.replace("\r", " ")]), [])
    refuse_twice(source, first, names)


def _too_wide(data: bytes) -> tuple[int, str] | None:
    """Return the first line with more cells than the header, and what is wrong with it."""
    lines = data.split(b"\n")
    first = next(iter(_filled_lines(data)), 1)
    header = lines[first - 1]
    mark = b"\t" if b"\t" in header else b","
    expected = header.count(mark) + 1
    if header.startswith(b"{") or (mark == b"," and b'"' in data):
        return None  # a comma may stand within quotes
    for number, line in enumerate(lines[first:], first + 1):
        if line.count(mark) >= expected:
            return number, f"{line.count(mark) + 1} columns, expected {expected} as in the header"
    return None


def _filled_lines(data: bytes) -> list[int]:
    """Return the numbers of the lines that are not blank; polars counts no others as rows."""
    return [number for number, line in enumerate(data.split(b"\n"), 1) if line.strip(b"\r")]


class TableWriter:
    """Writes a table piece by piece; the file appears only when all went well.

    Parameters
    ----------
    target : path
        A name that ends in ``.parquet``, ``.tsv``, ``.csv`` or ``.jsonl``.
    """

    def __init__(self, target: str | os.PathLike[str]) -> None:
        self._target = Path(target)
        if self._target.suffix not in _SUFFIXES:
            raise UsageError(f"{target}: use a name that ends in {', '.join(_SUFFIXES)}")
        if not self._target.parent.is_dir():
            raise FormatError(str(target), None, "its folder does not exist")
        self._parts: list[Path] = []
        self._beside = beside(Path(realpath(self._target)))

    def __enter__(self) -> Self:
        self._waiting = self._beside.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._beside.__exit__(kind, error, trace)

    def write(self, frame: pl.DataFrame) -> None:
        """Add some rows."""
        part = self._next()
        with told(self._target):
            if self._target.suffix == ".parquet":
                frame.write_parquet(part)
            elif self._target.suffix == ".jsonl":
                frame.write_ndjson(part)
            else:
                self._write_text(frame, part)

    def _write_text(self, frame: pl.DataFrame, part: Path) -> None:
        tabs = self._target.suffix == ".tsv"
        frame.write_csv(
            part,
            separator="\t" if tabs else ",",
            include_header=len(self._parts) == 1,
            quote_style="never" if tabs else "necessary",
        )

    def join(self) -> None:
        """Put all pieces together, beside the target."""
        if len(self._parts) > 1:
            pieces, self._parts = self._parts, []
            with told(self._target):
                self._join(pieces, self._waiting / "whole")
            self._parts = [self._waiting / "whole"]

    def finish(self) -> None:
        """Let everything take the place of the target."""
        self.join()
        put(self._parts[0], Path(realpath(self._target)))

    def _join(self, pieces: list[Path], whole: Path) -> None:
        if self._target.suffix == ".parquet":
            import polars as pl

            frames = [pl.scan_parquet(piece, glob=False) for piece in pieces]
            pl.concat(frames, how="diagonal").sink_parquet(whole)
            return
        with whole.open("wb") as out:
            for name in pieces:
                with name.open("rb") as piece:
                    while block := piece.read(1 << 20):
                        out.write(block)

    def _next(self) -> Path:
        self._parts.append(self._waiting / f"part-{len(self._parts)}")
        return self._parts[-1]
