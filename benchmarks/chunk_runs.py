"""Chunk runs for `benchmarks.speed`: three formats, growth, many runs, a first command."""

from __future__ import annotations

import importlib.util
from functools import partial
from pathlib import Path

from benchmarks.chunks import Chunks
from benchmarks.process import PYTHON
from benchmarks.targets import Case, System, Target

_TOPICS = 1000
_ONE, _FIVE, _EIGHT = "1 million rows", "5 million rows", "8 runs"


def _chunks(size: float, n_topics: int, format_: str, **more: int) -> Chunks:
    return Chunks(max(1, round(n_topics * size)), format=format_, **more)


def _program(program: str, folder: Path, qrels: Path, *runs: Path) -> System:
    files = map(str, (folder / f"{program}.tsv", qrels, *runs))
    return System((*PYTHON, "benchmarks.chunk_programs", program, *files))


def _make(folder: Path, size: float, format_: str, n_topics: int = _TOPICS) -> None:
    _chunks(size, n_topics, format_).write(folder)


def _files(folder: Path, format_: str) -> tuple[Path, Path]:
    qrels = next(folder.glob("*.qrels.tsv"))
    return qrels, qrels.with_name(f"{qrels.name.removesuffix('.qrels.tsv')}.{format_}")


def _beside_polars(folder: Path, format_: str) -> dict[str, System | None]:
    """Evaluate, and the same file read and sorted by polars."""
    files = _files(folder, format_)
    there = importlib.util.find_spec("polars") is not None
    theirs = _program("polars", folder, *files) if there else None
    return {"partwise": _program("partwise", folder, *files), "polars": theirs}


def _make_two(folder: Path, size: float) -> None:
    """A million rows of 20,000 documents, and five million of two million."""
    for name, n_topics, n_docs in (("one", _TOPICS, 20_000), ("five", 5 * _TOPICS, 2_000_000)):
        _chunks(size, n_topics, "tsv", n_docs=n_docs).write(folder / name)


def _two(folder: Path, program: str = "partwise") -> dict[str, System | None]:
    names = {_ONE: "one", _FIVE: "five"}
    return {
        said: _program(program, folder, *_files(folder / name, "tsv"))
        for said, name in names.items()
    }


def _eight(folder: Path) -> dict[str, System | None]:
    qrels, run = _files(folder, "tsv")
    return {
        "one run": _program("partwise", folder, qrels, run),
        _EIGHT: _program("partwise", folder, qrels, *[run] * 8),
    }


def _alone(folder: Path, format_: str) -> dict[str, System | None]:
    return {"partwise": _program("partwise", folder, *_files(folder, format_))}


def _one_format(format_: str, words: str, ratio: float, megabytes: int) -> Case:
    return Case(
        format_,
        f"chunk run, {words}, 1,000,000 rows",
        partial(_make, format_=format_),
        partial(_beside_polars, format_=format_),
        (Target(ratio, "polars"), Target(megabytes, what="megabytes")),
    )


CASES = [
    _one_format("tsv", "TSV", 1.0, 200),
    _one_format("jsonl", "JSON lines", 0.9, 200),
    _one_format("parquet", "Parquet", 1.3, 280),
    Case(
        "growth",
        "chunk run, TSV, five times the rows",
        _make_two,
        _two,
        (
            Target(5.5, _ONE, system=_FIVE),
            Target(1.5, _ONE, what="megabytes", system=_FIVE),
        ),
    ),
    Case(
        "growth-all-parts",
        "the same with measures that look at every part",
        _make_two,
        partial(_two, program="all_parts"),
        (
            Target(5.5, _ONE, system=_FIVE),
            Target(1.5, _ONE, what="megabytes", system=_FIVE),
        ),
    ),
    Case(
        "8-chunk-runs",
        "8 chunk runs of 1,000,000 rows",
        partial(_make, format_="tsv"),
        _eight,
        (Target(1.2, "one run", what="megabytes", system=_EIGHT),),
    ),
    Case(
        "first",
        "a first command: JSON lines, 5,000 rows",
        partial(_make, format_="jsonl", n_topics=5),
        partial(_alone, format_="jsonl"),
        (Target(0.4),),
    ),
]
