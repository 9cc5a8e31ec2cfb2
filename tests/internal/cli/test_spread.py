"""Buckets of evaluations that a bound of memory does not hold."""

from __future__ import annotations

import random

import pytest
from tests.helpers import answer

from partwise.cli import _spread
from partwise.evaluation import unread_run
from partwise.evaluation.buckets import planner
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.buckets.planner import Room
from partwise.files.bucketed.pieces import Size

HOW = ("-m", "CharR@3", "-m", "AP", "-m", "CharAP", "--per-topic", "--format", "tsv")


def write_files(folder, *, sorted_rows):
    numbers = random.Random(3)
    judged, rows = ["topic\tdoc\tstart\tend\tlength\n"], []
    for topic in (f"t{n}" for n in range(60)):
        judged += [f"{topic}\td{d}\t{d}\t{d + 40}\t100\n" for d in numbers.sample(range(50), 2)]
        for _ in range(30):
            start = numbers.randrange(90)
            doc, score = numbers.randrange(60), numbers.randrange(9)
            rows.append(f"{topic}\td{doc}\t{start}\t{start + 20}\t{score}\n")
    numbers.shuffle(rows)
    # a stable sort: ties are broken by the order of the file last
    rows = sorted(rows, key=lambda row: row.split("\t")[0]) if sorted_rows else rows
    (folder / "q.tsv").write_text("".join(judged))
    (folder / "r.tsv").write_text("".join(["topic\tdoc\tstart\tend\tscore\n", *rows]))


@pytest.mark.parametrize("sorted_rows", [True, False])
def test_memory_makes_buckets_of_scattered_topics_only(tmp_path, monkeypatch, sorted_rows):
    write_files(tmp_path, sorted_rows=sorted_rows)
    plain = answer(tmp_path, "evaluate", "q.tsv", "r.tsv", *HOW)
    monkeypatch.setattr(unread_run, "_SMALL_FILE", 0)
    monkeypatch.setattr(Batches, "may_hold", lambda _, rows: rows <= 100)
    monkeypatch.setattr(Room, "holds", lambda *_: False)
    monkeypatch.setattr(planner, "size_within", lambda _: Size(200))
    monkeypatch.setattr("partwise.files.bucketed.pieces._SAMPLE", 1000)
    made = []
    ours = _spread.make_buckets
    monkeypatch.setattr(_spread, "make_buckets", lambda *a, **k: made.append(ours(*a, **k)))

    bounded = answer(tmp_path, "evaluate", "q.tsv", "r.tsv", "--memory", "300M", *HOW)

    assert (bounded.code, bounded.out) == (0, plain.out)
    assert len(made) == (not sorted_rows)
