"""Tables that polars reads: from a frame to checked columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.files.source import Source
from partwise.tables.column_names import Schema
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
from partwise.tables.row_lines import RowLines, first_rows
from partwise.tables.table import OFFSETS, Table, stand_in

if TYPE_CHECKING:
    import polars as pl


def table_of(
    frame: pl.DataFrame,
    source: Source,
    schema: Schema,
    format_: str,
    lines: RowLines | None = None,
) -> Table:
    """Check the types of a frame's columns; bad cells are noted in the table's problems."""
    problems = Problems(source)
    rows = first_rows(frame.height) if lines is None else lines
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
