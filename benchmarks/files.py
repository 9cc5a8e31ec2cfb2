"""Run and qrels files for benchmarks, made by a seed, the same on every machine."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

DEPTH = 1000
DOCUMENTS = 8_841_823


@dataclass(frozen=True)
class Pair:
    """One pair of files: assessments and a run.

    Parameters
    ----------
    name : str
        For the table.
    n_topics : int
        Each has 1,000 lines.
    order : {'ranked', 'shuffled', 'interleaved'}
        Order of the lines: as systems write them, at random, or rank by rank over all topics.
    wall, megabytes : float
        What partwise may need: share of pytrec_eval's time, and peak memory.
    long : bool
        Names of documents of 25 letters, as in web crawls, instead of numbers.
    """

    name: str
    n_topics: int
    order: str
    wall: float
    megabytes: int
    long: bool = False

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both files unless they are there already; return qrels and run."""
        ids = ".long" if self.long else ""
        qrels = folder / f"{self.n_topics}{ids}.qrels"
        run = folder / f"{self.n_topics}{ids}.{self.order}.run"
        if not (qrels.exists() and run.exists()):
            folder.mkdir(parents=True, exist_ok=True)
            # in a process of its own: a child's peak memory starts with that of its parent
            maker = multiprocessing.get_context("spawn").Process(
                target=_write, args=(self, qrels, run)
            )
            maker.start()
            maker.join()
        return qrels, run


PAIRS = {
    "1m": Pair("1m", 1000, "ranked", 0.5, 150),
    "7m": Pair("7m", 6980, "ranked", 0.3, 250),
    "7m-shuffled": Pair("7m-shuffled", 6980, "shuffled", 0.6, 600),
    "7m-interleaved": Pair("7m-interleaved", 6980, "interleaved", 0.6, 600),
    "tiny": Pair("tiny", 20, "ranked", 10.0, 150),
}


def long_name(number: int) -> str:
    """Name a document as web crawls do."""
    return f"clueweb22-en{number // 100_000:04d}-{number // 1000 % 100:02d}-{number % 1000:05d}"


def _write(pair: Pair, qrels: Path, run: Path) -> None:
    import numpy as np

    rng = np.random.default_rng(20070101 + pair.n_topics)
    name = long_name if pair.long else str
    topics = rng.choice(1_200_000, pair.n_topics, replace=False).tolist()
    lines: list[str] = []
    judged: list[str] = []
    for topic in topics:
        docs = rng.choice(DOCUMENTS, DEPTH, replace=False)
        scores = np.sort(rng.random(DEPTH) * 20 + 3)[::-1]
        ranked = enumerate(zip(docs.tolist(), scores.tolist(), strict=True), start=1)
        lines += [f"{topic} Q0 {name(d)} {rank} {s:.6f} bm25-default\n" for rank, (d, s) in ranked]
        found = docs[np.sort((DEPTH * rng.random(4) ** 3).astype(int))]
        judged += [
            f"{topic} 0 {name(d)} {g}\n"
            for d, g in zip(np.unique(found).tolist(), (1, 2, 0, 1), strict=False)
        ]
        judged.append(f"{topic} 0 {name(DOCUMENTS + topic)} 1\n")
    if pair.order == "shuffled":
        lines = [lines[i] for i in rng.permutation(len(lines)).tolist()]
    elif pair.order == "interleaved":
        lines = [line for rank in range(DEPTH) for line in lines[rank::DEPTH]]
    qrels.write_text("".join(judged))
    run.write_text("".join(lines))
