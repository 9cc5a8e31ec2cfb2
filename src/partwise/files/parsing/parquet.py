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

import numpy as np
from numpy.typing import NDArray

from partwise.files.limits import check_width
from partwise.files.source import Source
from partwise.tables.columns import Coded
from partwise.tables.frames import columns_of
from partwise.tables.problems import (
    BROKEN,
    FARTHEST,
    Problems,
    not_real,
    not_text,
    not_whole,
    too_small,
    wrong_offset,
)
from partwise.tables.rows import RowLines
from partwise.tables.schema import Schema
from partwise.tables.table import OFFSETS, Table, stand_in

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
    """Return whether a file is Parquet, by its first bytes; raise if it is inside another one."""
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
    selected = [pl.col(theirs).alias(ours) for ours, theirs in columns.items()]
    for first in range(begin, end, rows):
        yield _told(
            source,
            lambda file, at=first: (  # type: ignore[misc]
                pl.scan_parquet(file).select(selected).slice(at, min(rows, end - at)).collect()
            ),
        )


def _check_sizes(source: Source) -> None:
    """Raise FormatError for impossible sizes, for which polars would end the process."""
    from partwise.files.parsing.parquet_pages import SizeError, check_pages

    try:
        check_pages(source.handle())
    except SizeError as bad:
        raise source.error(None, f"{_DAMAGED} ({bad})") from None
    except OSError as bad:
        raise source.error(None, f"cannot be read ({bad.strerror})") from None


def check_in_child(source: Source) -> None:
    """Raise FormatError for a Parquet file that ends the process which reads it."""
    if not is_parquet(source):
        return
    import subprocess

    content = source.content
    command = [sys.executable, "-P", "-c", _READ.format("" if content is None else ".read()")]
    stdin: dict[str, Any] = {"stdin": source.handle()} if content is None else {"input": content}
    quiet = subprocess.DEVNULL
    done = subprocess.run(command, stdout=quiet, stderr=quiet, check=False, **stdin)
    if done.returncode < 0:  # a signal
        raise source.error(None, _DAMAGED)


def _told(source: Source, read: Callable[[Any], _Read]) -> _Read:
    """Read with polars; its errors become one line."""
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
        saved = os.dup(_STANDARD_ERROR)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, _STANDARD_ERROR)
        os.close(nowhere)
        try:
            yield
        finally:
            os.dup2(saved, _STANDARD_ERROR)
            os.close(saved)


def table_of(
    frame: pl.DataFrame,
    source: Source,
    schema: Schema,
    format_: str,
    lines: RowLines | None = None,
) -> Table:
    """Check the types of a frame's columns; bad cells are noted in the table's problems."""
    problems = Problems(source)
    rows = RowLines(range(1, frame.height + 1), "row") if lines is None else lines
    table = Table(source, format_, frame.height, {}, {}, {}, {}, rows, problems)
    decimal = set()
    naming = schema.naming(frame.columns)
    for column in frame.columns:
        name = naming.ours(column)
        if name is None or not schema.reads(name):
            continue
        series, kind = _values(frame[column]).alias(name), naming.kind(name)
        if kind is None:
            table.extra[name] = _kept(series)
        elif kind == "text":
            table.texts[name] = _texts(table, series)
        elif kind == "whole":
            table.wholes[name] = _wholes(table, series)
        else:
            table.reals[name] = _reals(table, series)
            if not series.dtype.is_integer():
                decimal.add(name)
    table.decimal = frozenset(decimal)
    table.notes = (*source.notes, *naming.notes)
    return table


def _kept(series: pl.Series) -> NDArray[Any]:
    import polars as pl

    if series.dtype == pl.String:
        return np.array(series.fill_null("").to_list(), dtype=np.dtypes.StringDType())
    wide = str(series.dtype) in ("Int128", "UInt128")  # which NumPy does not have
    if series.dtype.is_numeric() and not wide and not series.null_count():
        return series.to_numpy()
    return np.array([*series.to_list(), None], dtype=object)[:-1]


def _values(series: pl.Series) -> pl.Series:
    """Return a column of categories as the text that they stand for."""
    import polars as pl

    coded = series.dtype in (pl.Categorical, pl.Enum)
    return series.cast(pl.String) if coded else series


def _texts(table: Table, series: pl.Series) -> Coded:
    import polars as pl

    if series.dtype.is_float():  # numbers for names, made floats by a gap
        column = series.cast(pl.Int64, strict=False)
        column = pl.select(pl.when(column.cast(pl.Float64) == series).then(column)).to_series()
    elif series.dtype.is_integer() or series.dtype in (pl.String, pl.Null):
        column = series
    else:
        column = pl.Series(series.name, [None] * len(series), pl.String)
    column = column.cast(pl.String)
    bad = series.is_not_null() & column.is_null()
    table.say(bad.to_numpy(), lambda row: not_text(series.name, _shown(series, row)))
    if (column == "").any():  # most columns need no copy
        column = pl.select(pl.when(column != "").then(column)).to_series()
    zero = column.str.contains("\0", literal=True).fill_null(False)
    table.say(zero.to_numpy(), lambda _: f"{series.name} holds a NUL character")
    if bad.any():
        other = pl.lit(stand_in(series.name), pl.String)
        column = pl.select(pl.when(bad).then(other).otherwise(column)).to_series()
    coded: Coded = columns_of(pl.DataFrame({"x": column}))["x"]
    return coded


def _shown(series: pl.Series, row: int) -> str:
    """Return a value as the user would write it, or its beginning."""
    if series.dtype.is_nested():
        return "[...]"
    value = series[row]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(series: pl.Series, kind: Any) -> tuple[pl.Series, pl.Series, pl.Series]:
    """Cast a column; then what cannot be cast, and what of it is only too large."""
    import polars as pl

    nothing = pl.repeat(False, len(series), eager=True)
    if series.dtype == pl.String:
        series = pl.select(pl.when(series != "").then(series)).to_series().alias(series.name)
    elif not (series.dtype.is_numeric() or series.dtype == pl.Null):
        return pl.Series(series.name, [None] * len(series), kind), series.is_not_null(), nothing
    cast = series.cast(kind, strict=False)
    if series.dtype.is_float() and kind == pl.Int64:
        cast = pl.select(pl.when(cast.cast(pl.Float64) == series).then(cast)).to_series()
    bad = series.is_not_null() & cast.is_null()
    if not bad.any() or kind != pl.Int64:
        return cast, bad, nothing
    if series.dtype == pl.String:
        large = series.str.contains(r"^[+-]?[0-9]+$").fill_null(False)
    elif series.dtype.is_float():
        large = (series.is_finite() & (series.abs() >= 2.0**63)).fill_null(False)
    else:
        large = series.is_not_null()
    return cast, bad, bad & large


def _wholes(table: Table, series: pl.Series) -> NDArray[np.int64]:
    import polars as pl

    name = series.name
    cast, bad, large = _numbers(series, pl.Int64)
    table.say(
        bad.to_numpy(), lambda row: not_whole(name, _shown(series, row), beyond=bool(large[row]))
    )
    absent = series.is_null().to_numpy() | (cast.is_null() & ~bad).to_numpy()
    value = cast.fill_null(BROKEN).to_numpy()
    wrong = ~absent & ~bad.to_numpy() & ((value < 0) | (value > FARTHEST) & (name in OFFSETS))
    if name in OFFSETS:
        table.say(wrong, lambda row: wrong_offset(name, int(value[row])))
    else:
        table.say(wrong, lambda row: too_small(name, int(value[row])))
    return np.where(absent, -1, np.where(wrong, BROKEN, value))


def _reals(table: Table, series: pl.Series) -> NDArray[np.float64]:
    import polars as pl

    name = series.name
    cast, bad, _ = _numbers(series, pl.Float64)
    nan = cast.is_nan().fill_null(False)
    table.say((bad | nan).to_numpy(), lambda row: not_real(name, _shown(series, row)))
    value = cast.fill_null(np.nan).to_numpy()
    return np.where((bad | nan).to_numpy(), 0.0, value)
