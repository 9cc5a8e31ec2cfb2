"""The same bits whatever does the work, and within its memory.

    python -m benchmarks.scale [ROWS] [--folder DIR] [--without dask]

Makes a chunk run (1,000 rows a topic) with fixed seeds, evaluates it plainly, then in buckets, in
two processes, with Dask, within 600 MB (900 MB for two processes) with its topics scattered, with
a worker and with the driver killed, and compares the bytes of the output. Refusals must exit with 2
and write nothing.
The last line is ``scale: K of N``; exit 1 unless all are met.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.watched import Watched, partwise, processes

MEASURES = ("CharR@5", "CharP@5", "CharIoU@5", "CharR(budget=4000)", "CharAP")
MEASURED = [word for name in MEASURES for word in ("-m", name)]
SHOWN = ["--per-topic", "--format", "tsv"]
HOW = [*MEASURED, *SHOWN]
FILES, MIXED, BUCKETS = ("qrels.tsv", "run.tsv"), ("qrels.tsv", "mixed.tsv"), 8
DEPTH, DOCUMENTS, LENGTH, CHUNK = 1000, 200_000, 20_000, 500


def make(folder: Path, rows: int) -> None:
    """Write assessments, and the run with its topics together and scattered."""
    rng = np.random.default_rng(1)
    topics = max(rows // DEPTH, 1)
    topic = np.repeat(np.arange(topics), DEPTH)
    start = rng.integers(0, LENGTH // CHUNK, topic.size) * CHUNK
    run = pl.DataFrame(
        {
            "topic": pl.Series(topic).cast(pl.String),
            "doc": "d" + pl.Series(rng.integers(0, DOCUMENTS, topic.size)).cast(pl.String),
            "start": start,
            "end": start + CHUNK,
            "score": np.round(rng.random(topic.size), 4),
        }
    )
    run.write_csv(folder / "run.tsv", separator="\t")
    run.sample(fraction=1, shuffle=True, seed=2).write_csv(folder / "mixed.tsv", separator="\t")
    lines = rng.integers(0, DEPTH, (topics, 10)) + np.arange(topics)[:, None] * DEPTH
    judged = run[lines.reshape(-1)].with_columns(pl.col("start") + 100, pl.col("end") - 50)
    judged.unique(["topic", "doc", "start"], maintain_order=True).with_columns(
        length=pl.lit(LENGTH)
    ).drop("score").write_csv(folder / "qrels.tsv", separator="\t")


class Bench:
    """Counts what is as it should be."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.met, self.all = folder, 0, 0

    def run(self, what: str, *words: object) -> Watched:
        """Run a command and print what it took, with its processes."""
        return self.told(what, partwise(self.folder, *words).ended())

    def told(self, what: str, found: Watched) -> Watched:
        """Print what a command took."""
        took = f"{found.wall:7.1f} s {found.cpu:7.1f} CPU s {found.megabytes:7.0f} MB at once"
        print(f"{what:36} {took}", flush=True)
        return found

    def check(self, what: str, met: bool, found: Watched | None = None) -> None:
        """Count a check; of one that fails show what the command said."""
        self.all += 1
        self.met += met
        print(f"    {'ok ' if met else 'NOT'} {what}", flush=True)
        if not met and found is not None:
            print(f"        exit {found.code}: {found.err[-500:]!r}")


def killed(bench: Bench, work: str, *, driver: bool) -> Watched:
    """Evaluate in two processes and kill one of them, or what started them, after a part."""
    command = partwise(bench.folder, "evaluate", work, "--jobs", 2, *HOW)
    parts = bench.folder / work / "parts"
    while command.is_running() and not list(parts.glob("part-*")):
        time.sleep(0.02)
    at = [command.pid] if driver else list(workers(command.pid))[:1]
    for pid in at:
        os.kill(pid, signal.SIGKILL)
    bench.check("killed while it worked", len(at) == 1)
    return bench.told("the driver is killed" if driver else "a worker is killed", command.ended())


def workers(pid: int) -> Iterator[int]:
    """Yield the processes that evaluate buckets for another."""
    for one in processes(pid):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes():
                yield one


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("rows", type=int, nargs="?", default=5_000_000)
    words.add_argument("--folder")
    words.add_argument("--without", action="append", default=[])
    given = words.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        bench = Bench(Path(place))
        make(bench.folder, given.rows)
        return measured(bench, given.without)


def measured(bench: Bench, without: list[str]) -> int:
    """Do everything in turn; return the exit code."""
    plain = bench.run("plain evaluate", "evaluate", *FILES, *HOW)
    bench.check("plain evaluate ends well", plain.code == 0 and bool(plain.out), plain)
    parts = in_steps(bench, plain.out)
    in_one_command(bench, plain.out, without)
    within_memory(bench, plain.out)
    when_killed(bench, plain.out)
    refused(bench, parts)
    print(f"scale: {bench.met} of {bench.all}")
    return int(bench.met < bench.all)


def in_steps(bench: Bench, plain: bytes) -> list[str]:
    """Bucket, evaluate each bucket and merge; return the parts."""
    bench.run("bucket", "bucket", *FILES, "-o", "b", "-n", BUCKETS)
    for number in range(BUCKETS):
        one = f"{number}/{BUCKETS}"
        bench.run(f"evaluate --bucket {one}", "evaluate", "b", "--bucket", one, *MEASURED)
    whole = bench.run("merge", "merge", "b", *SHOWN)
    bench.check("buckets and merge", whole.out == plain, whole)
    parts = sorted(str(p) for p in (bench.folder / "b/parts").glob("*.parquet"))
    other = bench.run("merge in another order", "merge", *parts[3:], *parts[:3], *SHOWN)
    bench.check("parts in another order", other.out == plain, other)
    return parts


def in_one_command(bench: Bench, plain: bytes, without: list[str]) -> None:
    """Two processes, and Dask."""
    two = bench.run("--jobs 2", "evaluate", *FILES, "--jobs", 2, *HOW)
    bench.check("two processes", two.out == plain, two)
    if "dask" in without:
        print("NOT TRIED: --engine dask")
        return
    dask = bench.run("--engine dask", "evaluate", *FILES, "--jobs", 2, "--engine", "dask", *HOW)
    bench.check("Dask", dask.out == plain, dask)


def within_memory(bench: Bench, plain: bytes) -> None:
    """Scattered topics within a bound of all processes, for one job and for two."""
    expected = plain.replace(b"\nrun\t", b"\nmixed\t")
    for size, jobs in ((600, 1), (900, 2)):
        bound = "--memory", f"{size}M", "--jobs", jobs
        small = bench.run(" ".join(map(str, bound)), "evaluate", *MIXED, *bound, *HOW)
        bench.check("scattered topics", small.out == expected, small)
        bench.check(f"within {size} MB", small.megabytes <= size)


def when_killed(bench: Bench, plain: bytes) -> None:
    """A worker killed, and the driver killed with --resume after it."""
    for work, driver in (("k", False), ("d", True)):
        bench.run("bucket", "bucket", *FILES, "-o", work, "-n", 2 * BUCKETS)
        found = killed(bench, work, driver=driver)
        if driver:
            again = bench.run("--resume", "evaluate", work, "--jobs", 2, "--resume", *HOW)
            bench.check("--resume", again.out == plain and found.out == b"", again)
        else:
            bench.check("a worker killed", found.code == 0 and found.out == plain, found)


def refused(bench: Bench, parts: list[str]) -> None:
    """Parts that do not make an evaluation."""
    missing = bench.run("a part is missing", "merge", *parts[1:], "-o", "none.tsv")
    bench.check("a missing part is refused", missing.code == 2, missing)
    one = "--bucket", f"0/{BUCKETS}"
    bench.run("another evaluation", "evaluate", "b", *one, "-m", "CharR", "-o", "alien")
    alien = bench.run("a foreign part", "merge", "alien", *parts[1:], "-o", "none.tsv")
    bench.check("a foreign part is refused", alien.code == 2, alien)
    bench.check("nothing was written", not (bench.folder / "none.tsv").exists())


if __name__ == "__main__":
    sys.exit(main())
