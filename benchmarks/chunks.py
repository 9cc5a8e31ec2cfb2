"""Files of chunk runs in TSV, JSON lines and Parquet, made with fixed seeds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DEPTH = 1000
_LENGTH = 20_000


@dataclass(frozen=True)
class Chunks:
    """A chunk run and its assessments.

    Parameters
    ----------
    n_topics : int
        Each has 1,000 rows.
    n_docs : int
        Documents of the collection.
    format : {'tsv', 'jsonl', 'parquet'}
        Of the run; the assessments are TSV.
    """

    n_topics: int
    n_docs: int = 20_000
    format: str = "tsv"

    @property
    def rows(self) -> int:
        """Rows of the run."""
        return self.n_topics * DEPTH

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both files unless they are there already; return qrels and run."""
        qrels = folder / f"chunks.{self.n_topics}.{self.n_docs}.qrels.tsv"
        run = folder / f"chunks.{self.n_topics}.{self.n_docs}.{self.format}"
        if not (qrels.exists() and run.exists()):
            folder.mkdir(parents=True, exist_ok=True)
            _write(self, qrels, run)
        return qrels, run


def _write(case: Chunks, qrels: Path, run: Path) -> None:
    """Ten judged spans a topic, most of them in documents that the run returns."""
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(20260101 + case.n_topics)
    judged: list[str] = ["topic\tdoc\tstart\tend\n"]
    heads, pieces = True, []
    with run.open("wb") as out:
        for first in range(0, case.n_topics, 500):
            topics = range(first, min(first + 500, case.n_topics))
            size = len(topics) * DEPTH
            doc = rng.integers(0, case.n_docs, size)
            start = rng.integers(0, _LENGTH - 1200, size)
            end = start + rng.integers(200, 1200, size)
            score = -np.sort(-(rng.random((len(topics), DEPTH)) * 20 + 3), axis=1).ravel()
            for at, topic in enumerate(topics):
                rows = np.unique((DEPTH * rng.random(8) ** 3).astype(int)) + at * DEPTH
                near = [*doc[rows].tolist(), *rng.integers(0, case.n_docs, 2).tolist()]
                begin = rng.integers(0, _LENGTH - 600, len(near))
                begin[: rows.size] = np.maximum(0, start[rows] + rng.integers(-300, 300, rows.size))
                spans = zip(near, begin.tolist(), strict=True)
                judged += [f"q{topic}\tdoc-{d:07d}\t{s}\t{s + 400}\n" for d, s in spans]
            frame = pl.DataFrame(
                {
                    "topic": [f"q{topic}" for topic in topics for _ in range(DEPTH)],
                    "doc": [f"doc-{d:07d}" for d in doc.tolist()],
                    "start": start,
                    "end": end,
                    "score": np.round(score, 6),
                }
            )
            if case.format == "tsv":
                frame.write_csv(out, separator="\t", include_header=heads)
            elif case.format == "jsonl":
                frame.write_ndjson(out)
            else:
                pieces.append(frame)
            heads = False
        if pieces:
            pl.concat(pieces).write_parquet(out)
    qrels.write_text("".join(judged))
