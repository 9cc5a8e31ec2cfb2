"""Runs and assessments as frames with our column names, and frames as files."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote
from partwise.files.parsing.losses import Losses, named
from partwise.tables.frames import kept_series, with_answered, with_topics
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import GIVEN_RANK, TABLES, contested_ties, ordered_by

if TYPE_CHECKING:
    import polars as pl

_TORN = {"TSV": re.compile(r"[\t\n\r]"), "CSV": re.compile(r"[\n\r]")}
_WHY = {"TSV": "it has a tab or newline", "CSV": "it has a newline"}
"""What would tear a name of a column apart."""

_GROUPS = {"group", "alternative"}
"""Columns in which what is no number is no name either."""


def run_frame(run: Run) -> pl.DataFrame:
    """Return all columns of a run; those without any value are left out."""
    import polars as pl

    columns: dict[str, Any] = {
        "topic": named(run.topics, run.topic),
        "doc": named(run.docs, run.doc),
        **_places(run),
    }
    if run.natural == "file":
        columns["rank"] = np.arange(1, len(run) + 1)
    elif run.rank is not None:
        # a table breaks ties in score by rank, which lines of other formats do not
        other = run.format not in TABLES and ordered_by(run) == "score" and contested_ties(run)
        columns[GIVEN_RANK if other else "rank"] = run.rank
    if run.score is not None:
        # a table that has scores is ordered by them
        columns["score" if run.natural == "score" else "value"] = run.score
    if run.distance is not None:
        columns["distance"] = run.distance
    columns["run"] = pl.Series([run.name]).new_from_index(0, len(run))
    if run.tokens is not None:
        columns["tokens"] = _absent(run.tokens)
    kept = {name: kept_series(column) for name, column in run.extra.items()}
    return with_answered(pl.DataFrame(columns | kept), run)


def qrels_frame(qrels: Qrels, *, lossy: Losses | None) -> pl.DataFrame:
    """Return all columns of assessments; those without any value are left out."""
    import polars as pl

    columns: dict[str, Any] = {
        "topic": named(qrels.topics, qrels.topic),
        "doc": named(qrels.docs, qrels.doc),
        **_places(qrels),
    }
    for name in ("grade", "e", "s"):
        values = getattr(qrels, name)
        if not np.isnan(values).all():
            columns[name] = _reals(values, whole=name != "s" or qrels.scale == "grade")
    for name in ("bep", "length"):
        values = getattr(qrels, name)
        if (values >= 0).any():
            columns[name] = _absent(values)
    if len(qrels.assessors):
        columns["assessor"] = named(qrels.assessors, qrels.assessor)
    kept = {name: kept_series(column) for name, column in qrels.extra.items()}
    for name in _GROUPS & {*kept}:
        if kept[name].dtype.is_float():
            kept[name] = kept[name].fill_nan(None)
    return with_topics(pl.DataFrame(columns | kept), qrels.without_rows)


def _places(table: Run | Qrels) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if (table.start >= 0).any():
        columns |= {"start": _absent(table.start), "end": _absent(table.end)}
    if len(table.elements):
        columns["element"] = _elements(table)
    if len(table.trees):
        columns["tree"] = named(table.trees, table.tree)
    return columns


def _elements(table: Run | Qrels) -> pl.Series:
    """Element of each row; a range is its first and its last point, separated by a blank."""
    import polars as pl

    element = named(table.elements, table.element)
    last = table.last if isinstance(table, Run) else None
    if last is None:
        return element
    both = pl.DataFrame({"element": element, "last": named(table.elements, last)})
    return (
        both.select(pl.concat_str(pl.all(), separator=" ", ignore_nulls=True))
        .to_series()
        .set(element.is_null(), None)
    )


def _absent(values: NDArray[np.int64]) -> pl.Series:
    import polars as pl

    return pl.Series(values).set(pl.Series(values < 0), None)


def _reals(values: NDArray[np.float64], *, whole: bool) -> pl.Series:
    """Numbers with nulls; as whole numbers where that is allowed and nothing is lost."""
    import polars as pl

    series = pl.Series(values).fill_nan(None)
    given = values[~np.isnan(values)]
    exact = bool(((given == np.trunc(given)) & (np.abs(given) < 2.0**53)).all())
    return series.cast(pl.Int64) if whole and exact else series


def table_bytes(frame: pl.DataFrame, format_: str) -> bytes:
    """Return the content of a file of one of our tables."""
    if format_ == "parquet":
        stream = io.BytesIO()
        frame.write_parquet(stream)
        return stream.getvalue()
    if format_ == "jsonl":
        return _json_lines(frame)
    _refuse_unwritable(frame, format_.upper())
    if format_ == "csv":
        return frame.write_csv(quote_style="non_numeric").encode()
    _refuse_tabs(frame)
    return frame.write_csv(separator="\t", quote_style="never").encode()


def _json_lines(frame: pl.DataFrame) -> bytes:
    for name in frame.columns:
        series = frame[name]
        if series.dtype.is_float() and (series.is_infinite() | series.is_nan()).any():
            raise TableError(None, f"JSON lines cannot hold the infinite numbers of {name}")
    return frame.write_ndjson().encode()


def _refuse_unwritable(frame: pl.DataFrame, words: str) -> None:
    import polars as pl

    for name, kind in frame.schema.items():
        if _TORN[words].search(name):
            raise TableError(None, f"{words} cannot hold the column {quote(name)}: {_WHY[words]}")
        if kind in (pl.Binary, pl.Object):
            raise TableError(None, f"{words} cannot hold {name}: it is neither text nor numbers")
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    if nested:
        raise TableError(None, f"{words} cannot hold the lists of {', '.join(nested)}")


def _refuse_tabs(frame: pl.DataFrame) -> None:
    import polars as pl

    for name in frame.columns:
        if frame[name].dtype != pl.String:
            continue
        bad = frame[name].str.contains(r"[\t\n\r]").fill_null(False)
        if bad.any():
            row = bad.arg_max() or 0
            text = quote(str(frame[name][row]))
            why = f"{_WHY['TSV']}. JSON lines and Parquet can hold it"
            raise TableError(row, f"TSV cannot hold {name} {text}: {why}")
