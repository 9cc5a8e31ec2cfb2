"""Results as TSV, CSV, JSON, JSON lines and Parquet: for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import numpy as np

from partwise.tables.results import Results

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


def _number(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.17g}"


def to_tsv(results: Results, *, per_topic: bool) -> str:
    """Header ``run topic measure value``, tabs, 17 significant digits, empty = undefined."""
    lines = ["run\ttopic\tmeasure\tvalue"]
    for run, topic, measure, value in rows(results, per_topic=per_topic):
        lines.append(f"{_cell(run)}\t{_cell(topic)}\t{measure}\t{_number(value)}")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Keep a name from breaking its line; tabs and line ends cannot be quoted in TSV."""
    return text.translate({9: " ", 10: " ", 13: " "})


def to_csv(results: Results, *, per_topic: bool) -> str:
    """Return the TSV's columns with commas, quoted where needed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", "topic", "measure", "value"))
    for run, topic, measure, value in rows(results, per_topic=per_topic):
        writer.writerow((run, topic, measure, _number(value)))
    return out.getvalue()


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
