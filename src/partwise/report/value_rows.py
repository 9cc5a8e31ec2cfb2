"""Values row by row, for programs: TSV, CSV, JSON lines and Parquet."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import repeat

import numpy as np

from partwise.report.sheets import names_of_tsv, numbers_of_tsv
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
    names = _names(results, per_topic=per_topic)
    ends = _labels(results, per_topic=per_topic)
    for run, values in _values(results, per_topic=per_topic):
        columns = (repeat(run, len(values)), *names, values, *([ends] if ends else ()))
        yield from zip(*columns, strict=True)


def _names(results: Results, *, per_topic: bool) -> tuple[list[str], list[str]]:
    """Topics and measures of the values of a run."""
    topics = _topics(results, per_topic=per_topic)
    return [topic for topic in topics for _ in results.measures], [*results.measures] * len(topics)


def _labels(results: Results, *, per_topic: bool) -> list[str | None]:
    names = [None if label is None else label.name for label in results.labels]
    return names * len(_topics(results, per_topic=per_topic))


def _topics(results: Results, *, per_topic: bool) -> tuple[str, ...]:
    return (*(results.topics if per_topic else ()), MEAN)


def _values(results: Results, *, per_topic: bool) -> Iterator[tuple[str, list[float]]]:
    """Yield the values of each run."""
    for run, table, mean in zip(results.runs, results.table, results.mean_table, strict=True):
        by_topic = table.T.ravel().tolist() if per_topic else []
        yield run, [*by_topic, *mean.tolist()]


def to_tsv(results: Results, *, per_topic: bool, raw: bool = False) -> str:
    """Write the rows as `delimited` does; what runs share is put together once."""
    cell = names_of_tsv(raw=raw)
    pairs = zip(*_names(results, per_topic=per_topic), strict=True)
    keys = [f"\t{cell[topic]}\t{cell[measure]}\t" for topic, measure in pairs]
    labels = _labels(results, per_topic=per_topic)
    ends = ["\t" if label is None else f"\t{cell[label]}" for label in labels] or [""] * len(keys)
    blocks = ["\t".join(header(results))]
    for run, values in _values(results, per_topic=per_topic):
        name, numbers = cell[run], numbers_of_tsv(values)
        lines = zip(keys, numbers, ends, strict=True)
        blocks.append("\n".join([name + key + number + end for key, number, end in lines]))
    return "\n".join(blocks) + "\n"


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
