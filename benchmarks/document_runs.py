"""TREC document runs for `benchmarks.speed`: one of three sizes, many runs, frames, start-up."""

from __future__ import annotations

import importlib.util
from functools import partial
from pathlib import Path

from benchmarks.files import Pair
from benchmarks.peers import TREC_EVAL_OPTIONS, differences, trec_eval_binary
from benchmarks.process import PYTHON
from benchmarks.targets import Case, System, Target

_EACH_RUN = 'tool=$1; qrels=$2; shift 2; for run do "$tool" -q {options} "$qrels" "$run"; done'


def _options() -> str:
    return " ".join(f"-m {option}" for option in TREC_EVAL_OPTIONS)


def _systems(
    qrels: Path, runs: list[Path], tools: tuple[str, ...] = ("partwise", "pytrec_eval", "trec_eval")
) -> dict[str, System | None]:
    """Commands that turn runs into per-topic values; None for a tool that is not installed."""
    found: dict[str, System | None] = {}
    for tool in tools:
        out = qrels.parent / f"{tool}.tsv"
        files = tuple(map(str, (qrels, out, *runs)))
        there = importlib.util.find_spec(tool) is not None
        found[tool] = System((*PYTHON, "benchmarks.peers", tool, *files)) if there else None
    binary = trec_eval_binary()
    if binary is not None and "trec_eval" in tools:
        script = _EACH_RUN.format(options=_options())
        files = tuple(map(str, (qrels, *runs)))
        found["trec_eval"] = System(("sh", "-c", script, "sh", binary, *files))
    return found


def _checked(folder: Path, *, one_run: bool = True) -> str:
    ours, theirs = folder / "partwise.tsv", folder / "pytrec_eval.tsv"
    return differences(ours, theirs, one_run=one_run) if theirs.exists() else "no other values"


# -- one run --------------------------------------------------------------------------------------


def _pair(n_topics: int, size: float, *, long: bool) -> Pair:
    return Pair("", max(1, round(n_topics * size)), "ranked", 1, 1, long)


def _make_one(folder: Path, size: float, n_topics: int, *, long: bool) -> None:
    _pair(n_topics, size, long=long).write(folder)


def _one(folder: Path) -> dict[str, System | None]:
    return _systems(next(folder.glob("*.qrels")), [next(folder.glob("*.run"))])


# -- many runs ------------------------------------------------------------------------------------


def make_runs(folder: Path, size: float, n_runs: int, n_topics: int, depth: int) -> None:
    """Runs that rank the same pool of each topic in their own way; a fifth of it is judged."""
    import numpy as np

    if (folder / "qrels").exists():
        return
    rng = np.random.default_rng(20080101 + n_runs)
    pool = 2 * depth
    names = [[f"D{t:03d}-{d:06d}" for d in range(pool)] for t in range(n_topics)]
    merit = rng.random((n_topics, pool))
    n_runs = max(2, round(n_runs * size))
    for number in range(n_runs):
        lines = []
        for topic in range(n_topics):
            score = merit[topic] + rng.random(pool)
            order = np.argsort(-score)[:depth]
            ranked = enumerate(zip(order.tolist(), score[order].tolist(), strict=True), 1)
            lines += [
                f"{topic} Q0 {names[topic][d]} {r} {s:.5f} r{number}\n" for r, (d, s) in ranked
            ]
        (folder / f"r{number}.run").write_text("".join(lines))
    judged = rng.random((n_topics, pool)) < 0.2
    grade = np.where(merit > 0.8, 1, 0) + np.where(merit > 0.95, 1, 0)
    lines = [
        f"{topic} 0 {names[topic][d]} {grade[topic, d]}\n"
        for topic in range(n_topics)
        for d in np.flatnonzero(judged[topic]).tolist()
    ]
    (folder / "qrels").write_text("".join(lines))


def _many(folder: Path, tools: tuple[str, ...], *, alone: bool) -> dict[str, System | None]:
    runs = sorted(folder.glob("*.run"), key=lambda path: int(path.stem[1:]))
    found = _systems(folder / "qrels", runs, tools)
    if alone:
        found["one run"] = _systems(folder / "qrels", runs[:1], ("partwise",))["partwise"]
    return found


# -- frames and start-up --------------------------------------------------------------------------


def _nothing(folder: Path, size: float) -> None:
    """Make no file."""


def _frames(folder: Path) -> dict[str, System | None]:
    words = (*PYTHON, "benchmarks.frame")
    rows = {"100,000 rows": 100_000, "300,000 rows": 300_000, "1,000,000 rows": 1_000_000}
    return {name: System((*words, str(n)), own_clock=True) for name, n in rows.items()}


def _commands(folder: Path) -> dict[str, System | None]:
    return {word: System((*PYTHON, "partwise", word)) for word in ("--version", "--help")}


CASES = [
    Case(
        "S",
        "TREC run, 50,000 lines",
        partial(_make_one, n_topics=50, long=False),
        _one,
        (Target(1.4, "pytrec_eval"),),
        _checked,
    ),
    Case(
        "M",
        "TREC run, 1,000,000 lines, long names",
        partial(_make_one, n_topics=1000, long=True),
        _one,
        (Target(0.75, "pytrec_eval"), Target(1.1, "trec_eval"), Target(140, what="megabytes")),
        _checked,
    ),
    Case(
        "L",
        "TREC run, 6,980,000 lines",
        partial(_make_one, n_topics=6980, long=False),
        _one,
        (Target(0.42, "trec_eval"), Target(200, what="megabytes")),
        _checked,
    ),
    Case(
        "500-runs",
        "500 runs of 50 topics x 20",
        partial(make_runs, n_runs=500, n_topics=50, depth=20),
        partial(_many, tools=("partwise", "pytrec_eval"), alone=False),
        (Target(0.003, share=500), Target(2, "pytrec_eval")),
        partial(_checked, one_run=False),
    ),
    Case(
        "100-runs",
        "100 runs of 250 topics x 1,000",
        partial(make_runs, n_runs=100, n_topics=250, depth=1000),
        partial(_many, tools=("partwise", "trec_eval"), alone=True),
        (Target(0.42, "trec_eval"), Target(1.2, "one run", what="megabytes")),
    ),
    Case(
        "frame",
        "Run.from_frame, every document of another name",
        _nothing,
        _frames,
        (
            Target(1.5, system="300,000 rows"),
            Target(4.5, "100,000 rows", system="300,000 rows"),
            Target(15, "100,000 rows", system="1,000,000 rows"),
        ),
    ),
    Case(
        "start",
        "partwise --version, partwise --help",
        _nothing,
        _commands,
        (Target(0.15, system="--version"), Target(0.15, system="--help")),
    ),
]
