"""Ten times the rows for the same assessments: time grows as the rows do, memory hardly.

    python -m benchmarks.growth [ROWS...] [--format tsv|parquet] [--folder DIR] [--keep]

Makes chunk runs of 10 and of 100 million rows for 10,000 topics, row by row from their numbers,
with the topics together and scattered, and 100,000 judged spans. Buckets and evaluates the one,
streams the other, and compares CPU seconds a row and megabytes. Needs 15 GB of disk and, for
the usual sizes, half an hour of CPU; as Parquet 5 GB and a quarter of an hour. The last line is
``growth: K of N``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.watched import Watched, partwise

TOPICS, DEEPEST, DOCUMENTS, CHUNK, LENGTH = 10_000, 10_000, 2_000_000, 400, 20_000
AT_ONCE = 1_000_000
MEASURED = ("-m", "CharR@5", "-m", "CharP@5", "-m", "CharAP")
MEMORY, TIME = 1.2, 1.25
"""Most that the larger run may need: memory in all, CPU seconds a row, over the smaller."""

Ints = NDArray[np.int64]


def places(topic: Ints, depth: Ints) -> dict[str, Any]:
    """Return the parts at some depths of topics; no two of all runs lie in one place."""
    number = topic * DEEPEST + depth
    start = number // DOCUMENTS * CHUNK
    doc = (number * 7919 + 13) % DOCUMENTS  # a prime: every document once before any comes again
    return {
        "topic": pl.Series(topic).cast(pl.String),
        "doc": "d" + pl.Series(doc).cast(pl.String),
        "start": start,
        "end": start + CHUNK,
    }


def pieces(name: str, rows: int) -> Iterator[pl.DataFrame]:
    """Yield the rows of a run, a million at a time."""
    for first in range(0, rows, AT_ONCE):
        number = np.arange(first, min(first + AT_ONCE, rows))
        if name == "grouped":
            topic, depth = number // (rows // TOPICS), number % (rows // TOPICS)
        else:
            topic, depth = number * 7919 % TOPICS, number // TOPICS
        score = np.random.default_rng(first).random(number.size).round(6)
        yield pl.DataFrame({**places(topic, depth), "score": score})


def make(path: Path, rows: int) -> None:
    """Write a run of so many rows; its name tells how."""
    frames = pieces(path.name.partition(".")[0], rows)
    if path.suffix == ".tsv":
        with path.open("wb") as stream:
            for number, frame in enumerate(frames):
                frame.write_csv(stream, separator="\t", include_header=not number)
        return
    from pyarrow import parquet

    first = next(frames).to_arrow()
    with parquet.ParquetWriter(path, first.schema) as writer:  # each piece a row group
        writer.write_table(first)
        for frame in frames:
            writer.write_table(frame.to_arrow())


def judge(folder: Path) -> None:
    """Write ten judged spans of each topic, among the parts of every run."""
    rng = np.random.default_rng(1)
    depth = np.sort(rng.random((TOPICS, 1000)).argsort(axis=1)[:, :10], axis=1).reshape(-1)
    judged = pl.DataFrame(places(np.repeat(np.arange(TOPICS), 10), depth))
    shown = judged.with_columns(pl.col("start") + 100, pl.col("end") - 50, length=pl.lit(LENGTH))
    shown.write_csv(folder / "qrels.tsv", separator="\t")


def measured(folder: Path, what: str, *words: object) -> Watched:
    """Run a command that must end well."""
    found = partwise(folder, *words).ended()
    took = f"{found.wall:8.1f} s {found.cpu:8.1f} CPU s {found.megabytes:7.0f} MB at once"
    print(f"{what:44} {took}", flush=True)
    if found.code:
        raise SystemExit(found.err.decode())
    return found


def of_size(folder: Path, rows: int, format_: str) -> dict[str, Watched]:
    """Do everything with so many rows."""
    print(f"{rows:,} rows", flush=True)
    names = {name: f"{name}.{rows}.{format_}" for name in ("scattered", "grouped")}
    for name in names.values():
        make(folder / name, rows)
    work = f"buckets.{rows}"
    made = ("bucket", "qrels.tsv", names["scattered"], "-o", work)
    streamed = ("evaluate", "qrels.tsv", names["grouped"], *MEASURED)
    found = {
        "bucket": measured(folder, "bucket, scattered", *made),
        "evaluate": measured(folder, "evaluate DIR", "evaluate", work, "--jobs", 1, *MEASURED),
        "stream": measured(folder, "evaluate, grouped", *streamed),
    }
    shutil.rmtree(folder / work)
    return found


def main() -> int:
    """Compare two sizes."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("rows", type=int, nargs="*", default=[10_000_000, 100_000_000])
    words.add_argument("--format", choices=["tsv", "parquet"], default="tsv")
    words.add_argument("--folder")
    words.add_argument("--keep", action="store_true", help="use the folder itself, and keep it")
    given = words.parse_args()
    made = tempfile.TemporaryDirectory(dir=given.folder)
    with nullcontext(given.folder) if given.keep else made as place:
        folder = Path(place)
        judge(folder)
        small, large = (of_size(folder, rows, given.format) for rows in given.rows)
    met, factor = [], given.rows[1] / given.rows[0]
    for what, one in small.items():
        memory = large[what].megabytes / one.megabytes
        time = large[what].cpu / one.cpu / factor
        met += [memory <= MEMORY, time <= TIME]
        print(f"{what}: memory x {memory:.2f} (at most {MEMORY}), CPU a row x {time:.2f} ({TIME})")
    print(f"growth: {sum(met)} of {len(met)}")
    return int(not all(met))


if __name__ == "__main__":
    sys.exit(main())
