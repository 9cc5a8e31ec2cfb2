"""One program, one chunk run: ``python -m benchmarks.chunk_programs PROGRAM OUT QRELS RUN...``.

Run by `benchmarks.speed` in a process of its own; it imports nothing else, for its start counts.
"""

from __future__ import annotations

import sys

MEASURES = ("CharR(budget=4000)", "CharR@5", "CharP@5", "CharIoU@5", "CharAP")
SEE_ALL_PARTS = ("CharP(repeats=free)", "CharIoU", "CharF", "CharOverlap", "PartP")


def partwise(out: str, qrels: str, *runs: str) -> None:
    """Evaluate from files to a file, as the command line does."""
    _evaluate(out, (qrels, *runs), MEASURES)


def all_parts(out: str, qrels: str, *runs: str) -> None:
    """Do the same with measures that look at every part."""
    _evaluate(out, (qrels, *runs), SEE_ALL_PARTS)


def _evaluate(out: str, files: tuple[str, ...], measures: tuple[str, ...]) -> None:
    from partwise.__main__ import main

    words = [word for measure in measures for word in ("-m", measure)]
    sys.argv = ["partwise", "evaluate", *files, *words, "--per-topic"]
    sys.argv += ["--format", "tsv", "--quiet", "-o", out]
    main()


def polars(out: str, qrels: str, run: str) -> None:
    """Read the file and sort it by topic, score, document and start."""
    import polars as pl

    del out, qrels
    readers = {
        "tsv": lambda: pl.read_csv(run, separator="\t"),
        "jsonl": lambda: pl.read_ndjson(run),
        "parquet": lambda: pl.read_parquet(run),
    }
    frame = readers[run.rsplit(".", 1)[1]]()
    frame.sort(["topic", "score", "doc", "start"], descending=[False, True, True, False])


PROGRAMS = {"partwise": partwise, "all_parts": all_parts, "polars": polars}


if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](*sys.argv[2:])
