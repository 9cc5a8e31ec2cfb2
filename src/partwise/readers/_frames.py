"""Tables that polars reads: from a frame to checked columns."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise.readers._problems import (
    BROKEN,
    FARTHEST,
    Lined,
    Problems,
    not_real,
    not_whole,
    wrong_offset,
)
from partwise.readers._source import Source
from partwise.readers._table import OFFSETS, Kind, Table
from partwise.tables.columns import Coded
from partwise.tables.frames import columns_of

if TYPE_CHECKING:
    import polars as pl


_Read = TypeVar("_Read")


def from_parquet(source: Source, read: Callable[[io.BytesIO], _Read]) -> _Read:
    """Let polars read a Parquet file; what it cannot read is told in one line."""
    import polars as pl

    try:
        return read(io.BytesIO(source.unpacked()))
    except (pl.exceptions.PolarsError, OSError, ValueError) as bad:
        reason = str(bad).splitlines()[0] if str(bad) else "damaged"
        raise source.error(None, f"cannot be read as Parquet ({reason})") from None


def table_of(
    frame: pl.DataFrame,
    source: Source,
    kinds: dict[str, Kind],
    format_: str,
    lines: Lined | None,
) -> Table:
    """Check the types of a frame's columns; bad cells are noted in the table's problems."""
    problems = Problems(source)
    table = Table(source, format_, frame.height, {}, {}, {}, {}, lines, problems)
    decimal = set()
    for name in frame.columns:
        series, kind = frame[name], kinds.get(name)
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
    table.notes = tuple(source.notes)
    return table


def _kept(series: pl.Series) -> NDArray[Any]:
    import polars as pl

    if series.dtype == pl.String:
        return np.array(series.fill_null("").to_list(), dtype=np.dtypes.StringDType())
    if series.dtype.is_numeric() and not series.null_count():
        return series.to_numpy()
    return np.array([*series.to_list(), None], dtype=object)[:-1]


def _texts(table: Table, series: pl.Series) -> Coded:
    import polars as pl

    nested = series.dtype.is_nested() or series.dtype in (pl.Boolean, pl.Binary, pl.Object)
    if nested:
        table.say(series.is_not_null().to_numpy(), lambda _: f"{series.name} is not text")
        series = pl.Series(series.name, [None] * len(series), pl.String)
    if series.dtype.is_float() and (series == series.round()).all():
        series = series.cast(pl.Int64, strict=False)  # numbers for names, made floats by a gap
    column = series.cast(pl.String)
    column = pl.select(pl.when(column != "").then(column)).to_series().alias(series.name)
    zero = column.str.contains("\0", literal=True).fill_null(False)
    table.say(zero.to_numpy(), lambda _: f"{series.name} holds a NUL character")
    coded: Coded = columns_of(column.to_frame(), required=(), what="")[series.name]
    return coded


def _numbers(table: Table, series: pl.Series, kind: Any) -> tuple[pl.Series, pl.Series]:
    """Cast a column; the second series marks what cannot be cast."""
    import polars as pl

    if series.dtype == pl.String:
        series = pl.select(pl.when(series != "").then(series)).to_series().alias(series.name)
    elif not (series.dtype.is_numeric() or series.dtype == pl.Null):
        bad = series.is_not_null()
        return pl.Series(series.name, [None] * len(series), kind), bad
    cast = series.cast(kind, strict=False)
    if series.dtype.is_float() and kind == pl.Int64:
        cast = pl.select(pl.when(cast.cast(pl.Float64) == series).then(cast)).to_series()
    return cast, series.is_not_null() & cast.is_null()


def _wholes(table: Table, series: pl.Series) -> NDArray[np.int64]:
    import polars as pl

    name = series.name
    cast, bad = _numbers(table, series, pl.Int64)
    table.say(bad.to_numpy(), lambda row: not_whole(name, str(series[row])))
    absent = series.is_null().to_numpy() | (cast.is_null() & ~bad).to_numpy()
    value = cast.fill_null(BROKEN).to_numpy()
    wrong = ~absent & ~bad.to_numpy() & ((value < 0) | (value > FARTHEST) & (name in OFFSETS))
    if name in OFFSETS:
        table.say(wrong, lambda row: wrong_offset(name, int(value[row])))
    else:
        table.say(wrong, lambda row: not_whole(name, str(value[row])))
    return np.where(absent, -1, np.where(wrong, BROKEN, value))


def _reals(table: Table, series: pl.Series) -> NDArray[np.float64]:
    import polars as pl

    name = series.name
    cast, bad = _numbers(table, series, pl.Float64)
    nan = cast.is_nan().fill_null(False)
    table.say((bad | nan).to_numpy(), lambda row: not_real(name, str(series[row])))
    value = cast.fill_null(np.nan).to_numpy()
    return np.where((bad | nan).to_numpy(), 0.0, value)
