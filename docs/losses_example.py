"""The real data of docs/losses.md: five chunkings of one collection, ranked by BM25.

    python docs/losses_example.py FOLDER [DATA]

writes the chunks and the runs to FOLDER, prints the table of the page and draws its picture. DATA
holds ``chunking_evaluation`` (default: the environment variable PARTWISE_TEST_DATA, else
``../shared/data``): five documents, 472 questions with 790 highlighted answers.
"""

from __future__ import annotations

import csv
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from partwise.losses.analyse import losses
from partwise.losses.table import Losses

CHUNKINGS = {
    "c200": (200, 200),
    "c400": (400, 400),
    "c800": (800, 800),
    "c1600": (1600, 1600),
    "c800by400": (800, 400),
}
"""Name: characters of a chunk, and from the beginning of one to the next."""

LISTED, BUDGET = 20, 2000
K1, B = 1.2, 0.75
HERE = Path(__file__).resolve().parent

Chunk = tuple[str, int, int]


def terms(text: str) -> list[str]:
    """Words of a text."""
    return re.findall(r"[a-z0-9]+", text.lower())


def chunks(texts: dict[str, str], size: int, step: int) -> list[Chunk]:
    """Cut every text at the same distances."""
    return [
        (doc, start, min(start + size, len(text)))
        for doc, text in texts.items()
        for start in range(0, len(text), step)
    ]


class Index:
    """BM25 over chunks."""

    def __init__(self, texts: dict[str, str], parts: list[Chunk]) -> None:
        self.parts = parts
        counts = [Counter(terms(texts[doc][start:end])) for doc, start, end in parts]
        length = np.array([sum(count.values()) for count in counts], float)
        self.norm = K1 * (1 - B + B * length / length.mean())
        self.postings: dict[str, tuple[list[int], list[int]]] = {}
        for row, count in enumerate(counts):
            for term, n in count.items():
                rows, times = self.postings.setdefault(term, ([], []))
                rows.append(row)
                times.append(n)

    def best(self, question: str) -> Iterator[tuple[Chunk, float]]:
        """Yield the chunks that fit a question best; ties go to the earlier one."""
        score = np.zeros(len(self.parts))
        for term in dict.fromkeys(terms(question)):
            rows, times = map(np.array, self.postings.get(term, ((), ())))
            if rows.size:
                rarity = math.log(1 + (len(self.parts) - rows.size + 0.5) / (rows.size + 0.5))
                score[rows] += rarity * times * (K1 + 1) / (times + self.norm[rows])
        for row in np.argsort(-score, kind="stable")[:LISTED].tolist():
            yield self.parts[row], float(score[row])


def write(target: Path, header: str, rows: Iterator[tuple[object, ...]]) -> None:
    """Write a table."""
    lines = ["\t".join(map(str, row)) for row in rows]
    target.write_text("\n".join([header, *lines, ""]), encoding="utf-8")


def make(data: Path, folder: Path) -> None:
    """Write a table of chunks and a run for each chunking."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted((data / "corpora").glob("*.md"))}
    with (data / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        questions = [row["question"] for row in csv.DictReader(file)]
    (folder / "chunks").mkdir(parents=True, exist_ok=True)
    for name, (size, step) in CHUNKINGS.items():
        index = Index(texts, chunks(texts, size, step))
        write(folder / "chunks" / f"{name}.tsv", "doc\tstart\tend", iter(index.parts))
        rows = (
            (f"q{number:03}", *part, f"{score:.6f}")
            for number, question in enumerate(questions)
            for part, score in index.best(question)
        )
        write(folder / f"{name}.tsv", "topic\tdoc\tstart\tend\tscore", rows)


def analysed(data: Path, folder: Path) -> Losses:
    """Ask who lost the text that the runs in a folder do not show."""
    return losses(
        data / "gold.tsv",
        [folder / f"{name}.tsv" for name in CHUNKINGS],
        inventory={name: str(folder / "chunks" / f"{name}.tsv") for name in CHUNKINGS},
        budget=BUDGET,
        candidates="self",
    )


def main() -> None:
    """Make the runs, print their losses and draw them."""
    from partwise.report.chart_kinds import shares
    from partwise.report.charts import save

    folder = Path(sys.argv[1])
    default = os.environ.get("PARTWISE_TEST_DATA", str(HERE.parent.parent / "shared" / "data"))
    data = Path(sys.argv[2] if len(sys.argv) > 2 else default) / "chunking_evaluation"
    make(data, folder)
    found = analysed(data, folder)
    sys.stdout.write(f"{found}\n")
    save(shares(found), str(HERE / "images" / "losses-chunking.svg"))


if __name__ == "__main__":
    main()
