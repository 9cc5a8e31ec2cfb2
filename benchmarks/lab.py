"""Speed of comparison and lab, on one core.

    python benchmarks/lab.py

Prints the time of the permutation test (10,000 flips, 100 topics, 50 pairs of
runs, 5 measures), of a whole comparison of that size, of swap rates and
discriminative power for the experiment of Kazai and Lalmas (69 runs, 34 topics,
8 measures, 17 sizes, 100 trials), and of 32 variants of the assessments against
evaluating each of their changed topics. All times are CPU seconds.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from partwise.evaluation.evaluate import evaluate
from partwise.lab.correlate import correlate
from partwise.lab.reliability import reliability
from partwise.lab.variants import assessor_variants, topic_variants
from partwise.statistics.compare import compare
from partwise.statistics.paired_tests import sign_flip_p
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run

MEASURES = ["AgP", "AiP", "CharR@20", "CharP@20", "CharIoU@20", "CharF@20", "AP", "gP@10"]
LENGTH = 20_000


def timed(what: str, limit: float | None, work: Callable[[], Any]) -> Any:
    started = time.process_time()
    answer = work()
    seconds = time.process_time() - started
    asked = "" if limit is None else f"  (at most {limit:g} s)"
    print(f"{what:<66} {seconds:8.2f} s{asked}")
    return answer, seconds


def results(rng: np.random.Generator, runs: int, measures: int, topics: int) -> Results:
    quality = rng.normal(0, 0.03, (runs, 1, 1)) + rng.beta(2, 5, (1, measures, topics))
    table = np.clip(quality + rng.normal(0, 0.1, (runs, measures, topics)), 0, 1)
    return Results(
        runs=tuple(f"r{i}" for i in range(runs)),
        topics=tuple(f"t{i}" for i in range(topics)),
        measures=tuple(f"M{i}" for i in range(measures)),
        better=("higher",) * measures,
        table=table,
        present=np.ones((runs, topics), np.bool_),
        counts={},
    )


def collection(rng: np.random.Generator, runs: int, topics: int, twice: int) -> tuple[Any, Any]:
    """Assessments in which `twice` topics have two assessors, and runs of 500 passages."""
    rows: dict[str, list[Any]] = {n: [] for n in ("topic", "doc", "start", "end", "assessor")}
    for topic in range(topics):
        for judge in range(2 if topic < twice else 1):
            for _ in range(60):
                start = int(rng.integers(0, LENGTH - 900))
                doc = f"d{rng.integers(0, 400)}"
                end = start + int(rng.integers(50, 900))
                for name, value in zip(
                    rows, (f"t{topic}", doc, start, end, f"a{judge}"), strict=True
                ):
                    rows[name].append(value)
    qrels = Qrels.from_columns(**rows)
    made = []
    for r in range(runs):
        size = 500 * topics
        start = rng.integers(0, LENGTH - 900, size)
        made.append(
            Run.from_columns(
                name=f"r{r}",
                topic=np.repeat([f"t{t}" for t in range(topics)], 500),
                doc=[f"d{d}" for d in rng.integers(0, 400, size)],
                start=start,
                end=start + rng.integers(50, 900, size),
                score=rng.random(size),
            )
        )
    return qrels, made


def variants(rng: np.random.Generator) -> None:
    qrels, runs = collection(rng, 69, 34, 5)
    changed = np.isin(qrels.topic, np.arange(5))
    part = Qrels.from_columns(
        topic=[qrels.topics[t] for t in qrels.topic[changed]],
        doc=[qrels.docs[d] for d in qrels.doc[changed]],
        start=qrels.start[changed],
        end=qrels.end[changed],
    )
    short = [
        Run.from_columns(
            name=run.name,
            topic=[run.topics[t] for t in run.topic[run.topic < 5]],
            doc=[run.docs[d] for d in run.doc[run.topic < 5]],
            start=run.start[run.topic < 5],
            end=run.end[run.topic < 5],
            score=run.score[run.topic < 5],
        )
        for run in runs
    ]
    what = "evaluating the 5 changed topics once, 69 runs x 8 measures"
    _, once = timed(what, None, lambda: evaluate(part, short, MEASURES))
    limit = 3 * 32 * once
    made, seconds = timed(
        "32 variants, 69 runs x 34 topics x 8 measures",
        limit,
        lambda: assessor_variants(qrels, runs, MEASURES),
    )
    print(f"{len(made)} variants in {seconds / (32 * once):.2f} of the time of 32 x 5 topics")


def main() -> None:
    rng = np.random.default_rng(0)
    gaps = rng.normal(0.01, 0.1, (100, 250))
    sign_flip_p(gaps[:, :1])
    timed(
        "permutation test: 10,000 flips, 100 topics, 250 comparisons", 10, lambda: sign_flip_p(gaps)
    )
    many = results(rng, 51, 5, 100)
    timed("whole comparison: 50 runs, 5 measures, 100 topics", None, lambda: compare(many))
    inex = topic_variants(results(rng, 69, 8, 34), count=32)
    timed("reliability: 69 runs, 34 topics, 8 measures, 17 sizes", 20, lambda: reliability(inex))
    timed("correlations: 69 runs, 8 measures", None, lambda: correlate(inex.official))
    variants(rng)


if __name__ == "__main__":
    main()
