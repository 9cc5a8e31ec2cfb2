"""Make the judged spans and the runs of this example from its texts.

    python examples/lighthouse/make.py

A plain BM25 over chunks of three sizes stands for three chunkings of one
collection. The judged spans are places in the texts, so they outlive them all.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHUNKINGS = {"small": (200, 200), "medium": (500, 250), "large": (1200, 1200)}
RETURNED = 10


def rows(name: str) -> list[dict[str, str]]:
    """Read one of the TSV files beside this script."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def words(text: str) -> list[str]:
    """Split into lower-case words."""
    return re.findall(r"[a-z0-9]+", text.lower())


def chunks(texts: dict[str, str], size: int, step: int) -> list[tuple[str, int, int]]:
    """Cut every text into windows of `size` characters, one every `step`."""
    found = []
    for doc, text in texts.items():
        starts = range(0, max(1, len(text) - size + step), step)
        found.extend((doc, start, min(start + size, len(text))) for start in starts)
    return found


def bm25(query: str, bags: list[Counter[str]]) -> list[float]:
    """Score all chunks (k1 = 1.2, b = 0.75)."""
    mean = sum(bag.total() for bag in bags) / len(bags)
    scores = [0.0] * len(bags)
    for word in words(query):
        containing = sum(word in bag for bag in bags)
        weight = math.log(1 + (len(bags) - containing + 0.5) / (containing + 0.5))
        for i, bag in enumerate(bags):
            norm = 0.25 + 0.75 * bag.total() / mean
            scores[i] += weight * bag[word] * 2.2 / (bag[word] + 1.2 * norm)
    return scores


def main() -> None:
    """Write qrels.tsv, and per chunking a JSON lines run and the list of all chunks."""
    names = sorted((HERE / "texts").glob("*.md"))
    texts = {path.stem: path.read_bytes().decode("utf-8") for path in names}
    with (HERE / "qrels.tsv").open("w", encoding="utf-8", newline="") as out:
        out.write("topic\tdoc\tstart\tend\tlength\n")
        for row in rows("answers.tsv"):
            text = texts[row["doc"]]
            start = text.index(row["text"])
            end = start + len(row["text"])
            out.write(f"{row['topic']}\t{row['doc']}\t{start}\t{end}\t{len(text)}\n")
    for run, (size, step) in CHUNKINGS.items():
        parts = chunks(texts, size, step)
        (HERE / "chunks").mkdir(exist_ok=True)
        with (HERE / "chunks" / f"{run}.tsv").open("w", encoding="utf-8", newline="") as out:
            out.write("doc\tstart\tend\n")
            out.writelines(f"{doc}\t{start}\t{end}\n" for doc, start, end in parts)
        bags = [Counter(words(texts[doc][start:end])) for doc, start, end in parts]
        with (HERE / f"{run}.jsonl").open("w", encoding="utf-8", newline="") as out:
            for row in rows("questions.tsv"):
                scores = bm25(row["question"], bags)
                best = sorted(range(len(parts)), key=lambda i: (-scores[i], parts[i]))
                for i in best[:RETURNED]:
                    doc, start, end = parts[i]
                    place = {"topic": row["topic"], "doc": doc, "start": start, "end": end}
                    out.write(json.dumps({**place, "score": round(scores[i], 4)}) + "\n")


if __name__ == "__main__":
    main()
