"""Parquet, which polars reads: a damaged file is told in one line.

Polars panics on some damaged files, which is no ordinary exception and prints a backtrace, and
some end the process. The first is caught here; against the second only a process of its own helps.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
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


def parquet_frame(source: Source) -> pl.DataFrame:
    """Read a Parquet file whole."""
    import polars as pl

    parquet_columns(source)
    return _told(source, pl.read_parquet)


def parquet_columns(source: Source) -> list[str]:
    """Return the names of the columns of a Parquet file."""
    import polars as pl

    columns = list(_told(source, pl.read_parquet_schema))
    check_width(source, len(columns))
    if any("\0" in name for name in columns):
        raise source.error(None, "a NUL character in a column name")
    return columns


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
        with _without_backtraces():
            return read(source.handle())
    except (pl.exceptions.PolarsError, OSError, ValueError) as bad:
        reason = str(bad).splitlines()[0] if str(bad) else "damaged"
        raise source.error(None, f"cannot be read as Parquet ({reason})") from None
    except pl.exceptions.PanicException:
        raise source.error(None, _DAMAGED) from None


@contextmanager
def _without_backtraces() -> Iterator[None]:
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
