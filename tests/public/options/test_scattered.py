"""Runs whose topics come back, whole and in buckets: the values of the sorted file.

Buckets are made, evaluated and merged by the commands, in one process.
"""

from __future__ import annotations

import json
import random

import pytest
from tests.helpers import answer, small_blocks

import partwise as pw

MEASURES = ["P@3", "AP", "nDCG@5", "CharR@3"]
TOPICS = [f"t{n}" for n in range(1, 8)]


def rows(seed: int) -> list[dict]:
    """Parts of documents for most topics, pairs of them with equal scores."""
    rng = random.Random(seed)
    return [
        {"topic": topic, "doc": f"d{doc}", "start": start, "end": start + 10, "score": -(n // 2)}
        for topic in TOPICS[:-1]
        for n, (doc, start) in enumerate(
            rng.sample([(doc, start) for doc in range(6) for start in (0, 10, 20)], 8)
        )
    ]


def judgements() -> list[dict]:
    rng = random.Random(0)
    return [
        {"topic": topic, "doc": f"d{doc}", "start": at, "end": at + 7, "length": 40}
        for topic in TOPICS
        for doc, at in zip(rng.sample(range(6), 3), (0, 12, 25), strict=True)
    ]


def write(folder, name: str, table: list[dict]) -> str:
    names = [*table[0]]
    if name.endswith(".parquet"):
        import polars as pl

        pl.DataFrame(table).write_parquet(folder / name, row_group_size=11)
    elif name.endswith(".jsonl"):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in table))
    elif name.endswith(".trec"):
        lines = (f"{r['topic']} Q0 {r['doc']}-{r['start']} 0 {r['score']} run\n" for r in table)
        (folder / name).write_text("".join(lines))
    else:
        sign = "," if name.endswith(".csv") else "\t"
        lines = [names, *([str(row[key]) for key in names] for row in table)]
        (folder / name).write_text("".join(sign.join(line) + "\n" for line in lines))
    return name


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, "qrels.tsv", judgements())
    documents = [
        f"{row['topic']} 0 {row['doc']}-{at} 1\n" for row in judgements() for at in (0, 20)
    ]
    (tmp_path / "qrels.trec").write_text("".join(documents))
    return tmp_path


def scattered(table: list[dict], seed: int) -> list[dict]:
    """Lines in another order; those of one topic stay in theirs."""
    rng = random.Random(seed)
    left = {topic: [row for row in table if row["topic"] == topic] for topic in TOPICS}
    found = []
    while any(left.values()):
        topic = rng.choice([topic for topic, some in left.items() if some])
        found += [left[topic].pop(0) for _ in range(min(rng.randrange(1, 4), len(left[topic])))]
    return found


FORMS = ["tsv", "csv", "jsonl", "parquet", "trec"]


def words(form: str) -> tuple[str, list[str]]:
    if form == "trec":
        return "qrels.trec", ["-m", "P@3", "-m", "AP", "-m", "nDCG@5"]
    return "qrels.tsv", [word for name in MEASURES for word in ("-m", name)]


def values(folder, *command) -> list:
    found = answer(folder, *command, "--format", "json", "--per-topic")
    assert found.code == 0, found.err
    data = json.loads(found.out)
    return [data[key] for key in ("options", "inputs", "topics", "runs", "notes")]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n_bytes", [100, 1 << 20])
def test_topics_that_come_back(folder, form, n_bytes, monkeypatch):
    small_blocks(monkeypatch, n_bytes)
    qrels, measures = words(form)
    names = [measures[at] for at in range(1, len(measures), 2)]
    sorted_file = write(folder, f"run.{form}", rows(1))
    expected = pw.evaluate(folder / qrels, [folder / sorted_file], names)
    write(folder, f"run.{form}", scattered(rows(1), 2))
    found = pw.evaluate(folder / qrels, [folder / sorted_file], names)
    assert found.topics == expected.topics
    assert found.table.tolist() == expected.table.tolist()
    assert found.counts == expected.counts
    assert found.notes == expected.notes


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [1, 3])
def test_buckets_of_a_run(folder, form, n):
    qrels, measures = words(form)
    file = write(folder, f"run.{form}", scattered(rows(3), 4))
    plain = values(folder, "evaluate", qrels, file, *measures)
    made = answer(folder, "bucket", qrels, file, "-o", "made", "-n", n)
    assert made.code == 0, made.err
    for number in range(n):
        part = answer(folder, "evaluate", "made", "--bucket", f"{number}/{n}", *measures)
        assert part.code == 0, part.err
    assert values(folder, "merge", "made") == plain
