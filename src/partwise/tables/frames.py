"""The border to data frames: pandas, polars and Arrow through narwhals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.tables.columns import ABSENT, Coded
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl


def columns_of(frame: Any, *, required: Sequence[str], what: str) -> dict[str, Any]:
    """Return the columns of any eager frame as arrays, absent values as None or NaN."""
    import narwhals as nw

    try:
        wrapped = nw.from_native(frame, eager_only=True)
    except TypeError:
        raise TableError(
            None, f"{type(frame).__name__} is not a pandas, polars or Arrow frame"
        ) from None
    missing = [name for name in required if name not in wrapped.columns]
    if missing:
        raise TableError(
            None,
            f"{what} needs the column {' and '.join(missing)}; the frame has "
            f"{', '.join(map(str, wrapped.columns))}",
        )
    return {str(name): _array(wrapped[name]) for name in wrapped.columns}


def _array(series: Any) -> Any:
    import narwhals as nw

    dtype = series.dtype
    if dtype.is_integer() and series.is_null().any():
        # through floats an offset above 2**53 would be rounded
        return np.array(series.to_list(), dtype=object)
    if dtype.is_numeric():
        return series.to_numpy()
    if dtype == nw.String and series.implementation.is_polars():
        return _coded(series.to_native())
    return np.array(series.to_list(), dtype=object)


def _coded(series: pl.Series) -> Coded:
    """Encode a polars column of text without making a Python string per row."""
    import polars as pl

    names = series.drop_nulls().unique(maintain_order=True)
    codes = series.cast(pl.Enum(names)).to_physical().cast(pl.Int32).fill_null(ABSENT)
    return Coded(codes.to_numpy(), Names.of(names.to_list()))


def offset_series(values: NDArray[Any]) -> pl.Series:
    """Return numbers as a polars series with -1 as null."""
    import polars as pl

    series = pl.Series(values)
    return pl.select(pl.when(series >= 0).then(series)).to_series()
