"""Speed and memory of the character kernels and measures.

    python benchmarks/characters.py [PARTS] [PAIRS]

Prints parts a second and bytes a part of the kernels, then the time of all
measures of the character family together, on one core.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import sys
import time
import tracemalloc

import numpy as np

import partwise.gains
import partwise.measures  # noqa: F401  registers the names
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.kernels.intervals import first_cover, lay_out, merge, new_characters
from partwise.language.parser import parse
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

LENGTH = 100_000
TOPICS = 50
GAINS = [
    "Rel", "DocP", "DocR", "F", "F(beta=0.25)", "BEP",
    *(f"aveChP(order={o})" for o in ("natural", "worst", "document")),
    *(f"{g}(order={o})" for g in ("ChP", "T2IP", "T2IR", "T2IF") for o in ("natural", "worst")),
]  # fmt: skip
MEASURES = [
    "P@10", "R@1000", "AP", "RR", "Rprec", "IPrec@0.1", "nDCG", "nDCG@10", "nDCG(gain=chars)",
    "nDCG(gain=density)", "CharP@5", "CharP", "CharP(tolerance=0.5)", "CharR@5", "CharR",
    "CharR(budget=4000)", "CharP(budget=4000)", "CharF(budget=4000)", "CharIoU(budget=4000)",
    "CharR(budget=1000000)", "iP@0.01", "iP@0.5", "AiP", "AiP(tolerance=1)", "AiP@1000",
    "CharAP", "CharAP@1000", "CharIoU", "CharIoU(multiset=True)", "CharF", "CharF(beta=2)",
    "CharOverlap", "CharOverlap@5", "gR", "gRw", "igP@0.3", "igP(Rel)@0.3",
    *(f"gP({g})@10" for g in GAINS), *(f"AgP({g})" for g in GAINS),
    *(f"AgPw({g})" for g in GAINS), "AgPw(F, variant=final)",
    *(f"{m}(LE(order={o}))@100" for m in ("CE", "NCE", "ANCE") for o in ("natural", "worst")),
]  # fmt: skip


def spans(rng: np.random.Generator, n: int, longest: int) -> tuple[np.ndarray, np.ndarray]:
    start = rng.integers(0, LENGTH - longest, n)
    return start, start + rng.integers(1, longest, n)


def kernels(rng: np.random.Generator, n: int, n_pairs: int) -> None:
    origin = lay_out(np.full(n_pairs, LENGTH))
    start, end = spans(rng, n, 5000)
    base = origin[rng.integers(0, n_pairs, n)]
    start, end = start + base, end + base
    relevant = spans(rng, 3 * n_pairs, 1500)
    base = origin[np.repeat(np.arange(n_pairs), 3)]
    relevant = merge(relevant[0] + base, relevant[1] + base)
    best = min(timed(lambda: new_characters(first_cover(start, end), *relevant)) for _ in range(3))
    tracemalloc.start()
    seen = new_characters(first_cover(start, end), *relevant)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del seen
    print(f"relevant and newly seen: {n / best / 1e6:.2f} million parts a second", end=", ")
    print(f"{peak / n:.0f} bytes a part beyond the input")


def collection(rng: np.random.Generator, n: int, n_pairs: int) -> tuple[Assessments, Run]:
    docs = Names.of(f"doc{i:06d}" for i in range(n_pairs))
    topics = Names.of(f"{i}" for i in range(TOPICS))
    pair = np.repeat(np.arange(n_pairs), 3)
    start, end = spans(rng, pair.size, 1500)
    qrels = Qrels(
        topics=topics,
        topic=(pair % TOPICS).astype(np.int32),
        docs=docs,
        doc=pair.astype(np.int32),
        start=start,
        end=end,
        grade=np.ones(pair.size),
    )
    pair = rng.integers(0, n_pairs, n)
    start, end = spans(rng, n, 5000)
    run = Run(
        name="random",
        topics=topics,
        topic=(pair % TOPICS).astype(np.int32),
        docs=docs,
        doc=pair.astype(np.int32),
        start=start,
        end=end,
        score=rng.random(n),
    )
    lengths = Lengths(docs, np.full(n_pairs, LENGTH))
    return Assessments(qrels, lengths=lengths), run


def timed(work) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    n_pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
    rng = np.random.default_rng(7)
    print(f"{n:,} overlapping parts over {n_pairs:,} (topic, document) pairs")
    kernels(rng, n, n_pairs)
    judged, run = collection(rng, n, n_pairs)
    view = View(judged, run)
    slowest = {}
    begin = time.perf_counter()
    for text in MEASURES:
        measure = parse(text)
        slowest[text] = timed(lambda: measure.values(view))  # noqa: B023
    total = time.perf_counter() - begin
    print(f"all {len(MEASURES)} measures together: {total:.2f} s (at most 10 s)")
    for text, seconds in sorted(slowest.items(), key=lambda item: -item[1])[:8]:
        print(f"  {seconds:6.3f} s  {text}")


if __name__ == "__main__":
    main()
