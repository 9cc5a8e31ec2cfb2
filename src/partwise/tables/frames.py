"""The border to data frames: pandas, polars and Arrow through narwhals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError
from partwise.tables.columns import ABSENT, Coded
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.run import Run

_FEW = 1 << 16
"""Names up to which an Enum is small and fast."""


def columns_of(frame: Any) -> dict[str, Any]:
    """Return the columns of any frame as arrays, absent values as None or NaN.

    A lazy frame is collected; a list of dictionaries is a table, one row each.
    """
    import narwhals as nw

    if isinstance(frame, (list, tuple)) and all(isinstance(row, Mapping) for row in frame):
        names = dict.fromkeys(str(name) for row in frame for name in row)
        return {name: [row.get(name) for row in frame] for name in names}
    try:
        wrapped = nw.from_native(frame)
    except TypeError:
        kind = f"{type(frame).__module__}.{type(frame).__qualname__}"
        raise TableError(
            None, f"{kind.removeprefix('builtins.')} is not a pandas, polars or Arrow frame"
        ) from None
    eager = wrapped.collect() if isinstance(wrapped, nw.LazyFrame) else wrapped
    return {str(name): _array(eager[name]) for name in eager.columns}


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
    return np.fromiter(series.to_list(), object, len(series))  # a cell may be a list


def _coded(series: pl.Series) -> Coded:
    """Encode a polars column of text without making a Python string per row."""
    import polars as pl

    names = series.drop_nulls().unique(maintain_order=True)
    found = _codes_by_hash(series, names) if names.len() > _FEW else None
    if found is None:
        codes = series.cast(pl.Enum(names)).to_physical().cast(pl.Int32).fill_null(ABSENT)
        found = codes.to_numpy()
    return Coded(found, Names.of_series(names))


def _codes_by_hash(series: pl.Series, names: pl.Series) -> NDArray[np.int32] | None:
    """Return the place of each cell among many names; None where two names have one hash.

    An Enum of a million names takes a hundred megabytes while it is made.
    """
    known = names.hash().to_numpy()
    order = np.argsort(known).astype(np.int32)
    known = known[order]
    place = np.searchsorted(known, series.hash().to_numpy())
    codes = order[np.minimum(place, order.size - 1, out=place)]
    codes[series.is_null().to_numpy()] = ABSENT
    del known, order, place  # what follows needs as much
    there = series.drop_nulls()
    same = (names.gather(codes[codes != ABSENT]) == there).all()
    return codes if same else None


def offset_series(values: NDArray[Any]) -> pl.Series:
    """Return numbers as a polars series with -1 as null."""
    import polars as pl

    series = pl.Series(values)
    return pl.select(pl.when(series >= 0).then(series)).to_series()


def kept_series(column: NDArray[Any]) -> pl.Series:
    """Return a column of a user's own; values of several types become text, none is lost."""
    import json

    import polars as pl

    if column.dtype.kind in "iufb":
        return pl.Series(column)
    values = column.tolist()
    try:
        return pl.Series(values)
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        texts = (
            value if isinstance(value, str) else json.dumps(value, default=str) for value in values
        )
        return pl.Series([None if text == "null" else text for text in texts], dtype=pl.String)


def with_answered(frame: pl.DataFrame, run: Run) -> pl.DataFrame:
    """Append a row for each topic that was answered with nothing: its name, and the run's."""
    import polars as pl

    more = {"run": pl.lit(run.name)} if "run" in frame.columns else {}
    return with_topics(frame, run.answered, **more)


def with_topics(frame: pl.DataFrame, topics: list[str], **more: pl.Expr) -> pl.DataFrame:
    """Append rows of topics and nothing else, but for columns of one value."""
    import polars as pl

    if not topics:
        return frame
    rows = pl.DataFrame({"topic": topics}, schema={"topic": pl.String}).with_columns(**more)
    return pl.concat([frame, rows], how="diagonal")
