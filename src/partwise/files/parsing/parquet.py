"""Parquet, which polars reads: a damaged file is told in one line.

Polars panics on some damaged files, which is no ordinary exception and prints a backtrace, and
some end the process. The first is caught here; against the second sizes are looked at before
(`parquet_pages`), and where a file is only checked a process of its own reads it first.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.files.limits import check_width

if TYPE_CHECKING:
    import polars as pl

    from partwise.files.source import Source

MAGIC = b"PAR1"
_DAMAGED = "a damaged Parquet file"
_READ = "import sys, polars; polars.read_parquet(sys.stdin.buffer{})"
_STANDARD_ERROR = 2
_REDIRECTED = threading.Lock()

_Read = TypeVar("_Read")


def is_parquet(source: Source) -> bool:
    """Tell Parquet by its first bytes; inside a compressed file it is refused."""
    if source.magic(len(MAGIC)) != MAGIC:
        return False
    if source.packed is not None:
        raise source.error(None, f"Parquet inside {source.packed}; unpack it first")
    return True


def parquet_frame(source: Source, needed: Sequence[str] = ()) -> pl.DataFrame:
    """Read the rows of a Parquet file that are meant; one without a needed column is refused."""
    import polars as pl

    columns = parquet_columns(source)
    if source.rows is None:  # who knows rows has counted them
        _check_sizes(source)
    missing = [name for name in needed if name not in columns]
    if missing:
        raise source.error(None, f"no column {missing[0]} (available: {', '.join(columns)})")
    if (some := source.rows) is None:
        return _told(source, pl.read_parquet)
    return _told(source, lambda file: pl.scan_parquet(file).slice(*some).collect())


def count_rows(source: Source) -> int:
    """Return how many rows a Parquet file has, after a look at its sizes."""
    import polars as pl

    _check_sizes(source)
    return int(_told(source, lambda file: pl.scan_parquet(file).select(pl.len()).collect().item()))


def parquet_slices(source: Source, size: int) -> Iterator[pl.DataFrame]:
    """Read a Parquet file some rows at a time, of about `size` bytes as they are stored."""
    import polars as pl

    parquet_columns(source)
    rows = count_rows(source)
    step = max(rows * size // max(source.size, 1), 1)
    for at in range(0, max(rows, 1), step):
        yield _told(source, lambda file, at=at: pl.scan_parquet(file).slice(at, step).collect())  # type: ignore[misc]


def parquet_columns(source: Source) -> list[str]:
    """Return the names of the columns of a Parquet file."""
    import polars as pl

    columns = list(_told(source, pl.read_parquet_schema))
    check_width(source, len(columns))
    if any("\0" in name for name in columns):
        raise source.error(None, "a NUL character in a column name")
    return columns


def projected_slices(
    source: Source, columns: Mapping[str, str], rows: int, span: tuple[int, int] | None = None
) -> Iterator[pl.DataFrame]:
    """Read some columns of a Parquet file, so many rows at a time, under our names.

    `span` are the first row that is read and the one behind the last. Default: all.
    """
    import polars as pl

    begin, end = (0, count_rows(source)) if span is None else span
    wanted = [pl.col(theirs).alias(ours) for ours, theirs in columns.items()]
    for first in range(begin, end, rows):
        yield _told(
            source,
            lambda file, at=first: (  # type: ignore[misc]
                pl.scan_parquet(file).select(wanted).slice(at, min(rows, end - at)).collect()
            ),
        )


def _check_sizes(source: Source) -> None:
    """Refuse sizes that cannot be, for which polars would end the process."""
    from partwise.files.parsing.parquet_pages import SizeError, check_pages

    try:
        check_pages(source.handle())
    except SizeError as bad:
        raise source.error(None, f"{_DAMAGED} ({bad})") from None
    except OSError as bad:
        raise source.error(None, f"cannot be read ({bad.strerror})") from None


def check_in_child(source: Source) -> None:
    """Refuse a Parquet file that ends the process which reads it."""
    if not is_parquet(source):
        return
    import subprocess

    held = source.content
    words = [sys.executable, "-P", "-c", _READ.format("" if held is None else ".read()")]
    given: dict[str, Any] = {"stdin": source.handle()} if held is None else {"input": held}
    quiet = subprocess.DEVNULL
    done = subprocess.run(words, stdout=quiet, stderr=quiet, check=False, **given)
    if done.returncode < 0:  # a signal
        raise source.error(None, _DAMAGED)


def _told(source: Source, read: Callable[[Any], _Read]) -> _Read:
    """Let polars read; what it cannot read is told in one line."""
    import polars as pl

    try:
        with without_backtraces():
            return read(source.handle())
    except (pl.exceptions.PolarsError, OSError, ValueError) as bad:
        if f"(os error {errno.ENOMEM})" in str(bad) or getattr(bad, "errno", 0) == errno.ENOMEM:
            raise MemoryError from None
        reason = str(bad).splitlines()[0] if str(bad) else "damaged"
        raise source.error(None, f"cannot be read as Parquet ({reason})") from None
    except pl.exceptions.PanicException:
        raise source.error(None, _DAMAGED) from None


@contextmanager
def without_backtraces() -> Iterator[None]:
    """Keep what polars prints while it panics from the terminal.

    It writes to the file descriptor, from threads of its own; nobody else can stop it.
    """
    if sys.__stderr__ is None:  # closed from the start: the descriptor may be anything now
        yield
        return
    with _REDIRECTED:
        kept = os.dup(_STANDARD_ERROR)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, _STANDARD_ERROR)
        os.close(nowhere)
        try:
            yield
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
