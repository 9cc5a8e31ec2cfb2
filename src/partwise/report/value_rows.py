"""Values row by row, for programs: TSV, CSV, JSON lines and Parquet."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import repeat

import numpy as np

from partwise.tables.results import Results

HEADER = ("run", "topic", "measure", "value")
"""Columns of a row."""

LABEL = "label"
"""Fifth column, where a preset names the values as its tool does."""

MEAN = "all"
"""Topic name of the mean."""


Row = tuple[str | float | None, ...]


def header(results: Results) -> tuple[str, ...]:
    """Return the columns: with labels one more."""
    return (*HEADER, LABEL) if results.labels else HEADER


def rows(results: Results, *, per_topic: bool) -> Iterator[Row]:
    """Yield run, topic, measure, value: per-topic values of a run first, then its means.

    Where values have labels, each row ends with its own, None where there is none.
    """
    topics = (*(results.topics if per_topic else ()), MEAN)
    names = [
        [topic for topic in topics for _ in results.measures],
        [*results.measures] * len(topics),
    ]
    ends = [None if label is None else label.name for label in results.labels] * len(topics)
    means = results.mean_table
    for run, table, mean in zip(results.runs, results.table, means, strict=True):
        by_topic = table.T.ravel().tolist() if per_topic else []
        values = [*by_topic, *mean.tolist()]
        columns = (repeat(run, len(values)), *names, values, *([ends] if ends else ()))
        yield from zip(*columns, strict=True)


def to_jsonl(results: Results, *, per_topic: bool) -> str:
    """One object per value."""
    import msgspec

    encode, names = msgspec.json.encode, header(results)
    lines = []
    for row in rows(results, per_topic=per_topic):
        entry = dict(zip(names, row, strict=True))
        if np.isnan(row[3]):  # type: ignore[arg-type]
            entry["value"] = None
        if entry.get(LABEL, "") is None:
            del entry[LABEL]
        lines.append(encode(entry).decode())
    return "\n".join(lines) + "\n"


def to_parquet(results: Results, *, per_topic: bool) -> bytes:
    """Return the TSV's columns as a Parquet file."""
    import polars as pl

    listed = list(rows(results, per_topic=per_topic))
    kinds = {name: pl.Float64 if name == "value" else pl.String for name in header(results)}
    frame = pl.DataFrame(listed, schema=kinds, orient="row").with_columns(
        pl.col("value").fill_nan(None)
    )
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()
