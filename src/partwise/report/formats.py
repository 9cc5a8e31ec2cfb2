"""Results row by row, for programs."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np

from partwise.tables.results import Results

HEADER = ("run", "topic", "measure", "value")
"""Columns of a row."""

MEAN = "all"
"""Topic name of the mean."""


def rows(results: Results, *, per_topic: bool) -> Iterator[tuple[str, str, str, float]]:
    """Yield run, topic, measure, value: per-topic values of a run first, then its means."""
    means = results.mean_table
    for r, run in enumerate(results.runs):
        if per_topic:
            by_topic = results.table[r].T.tolist()
            for topic, values in zip(results.topics, by_topic, strict=True):
                for measure, value in zip(results.measures, values, strict=True):
                    yield run, topic, measure, value
        for measure, value in zip(results.measures, means[r].tolist(), strict=True):
            yield run, MEAN, measure, value


def to_jsonl(results: Results, *, per_topic: bool) -> str:
    """One object per value."""
    import msgspec

    encode = msgspec.json.encode
    lines = []
    for run, topic, measure, value in rows(results, per_topic=per_topic):
        number = None if np.isnan(value) else value
        entry = {"run": run, "topic": topic, "measure": measure, "value": number}
        lines.append(encode(entry).decode())
    return "\n".join(lines) + "\n"


def to_parquet(results: Results, *, per_topic: bool) -> bytes:
    """Return the TSV's columns as a Parquet file."""
    import polars as pl

    listed = list(rows(results, per_topic=per_topic))
    frame = pl.DataFrame(
        listed,
        schema={"run": pl.String, "topic": pl.String, "measure": pl.String, "value": pl.Float64},
        orient="row",
    ).with_columns(pl.col("value").fill_nan(None))
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()
