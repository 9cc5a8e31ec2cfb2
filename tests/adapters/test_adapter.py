"""What adapters make: runs by rank, that read back the same."""

from __future__ import annotations

import json

import pytest
from tests.adapters.shapes import SPANS, TEXTS, langchain, rows

import partwise as pw
from partwise.errors import UsageError


def test_rank_is_the_place_in_the_list_whatever_the_scores():
    items = [
        {"doc": "a", "start": 5, "end": 9, "score": 0.1},
        {"doc": "b", "start": 0, "end": 4, "score": 0.9},
    ]
    run = pw.Run.from_results({"q1": items, "q2": []}, name="mine")

    assert rows(run) == [("q1", "a", 5, 9, 1), ("q1", "b", 0, 4, 2)]
    assert run.name == "mine"
    assert run.natural == "rank"
    assert run.score is None
    assert run.extra["given_score"].tolist() == [0.1, 0.9]
    assert run.answered == ["q2"]


def test_a_written_run_has_ranks_and_the_numbers_as_given(tmp_path):
    items = [{"doc": "a", "start": 5, "end": 9, "score": 0.1}, {"doc": "b", "start": 0, "end": 4}]
    run = pw.Run.from_results({"q1": items, "q2": []})
    pw.write_run(run, tmp_path / "run.tsv")
    again = pw.read_run(tmp_path / "run.tsv")

    assert rows(again) == rows(run)
    assert again.score is None
    assert again.answered == ["q2"]
    qrels = pw.Qrels.from_columns(topic=["q1"], doc=["b"], start=[0], end=[4])
    first, second = (pw.evaluate(qrels, r, ["PartRR", "CharP@1"]) for r in (run, again))
    assert [first.mean("run", m) for m in ("PartRR", "CharP@1")] == [0.5, 0.0]
    assert [second.mean("run", m) for m in ("PartRR", "CharP@1")] == [0.5, 0.0]


def test_cutoff():
    items = [{"doc": "a", "start": i, "end": i + 1} for i in range(5)]
    assert len(pw.Run.from_results({"q": items, "r": []}, cutoff=2)) == 2
    with pytest.raises(UsageError, match="cutoff"):
        pw.Run.from_results({"q": items}, cutoff=0)


def test_the_door_imports_no_adapter():
    import subprocess
    import sys

    code = "import partwise as pw, sys; pw.Run; print([m for m in sys.modules if 'adapters' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_the_same_bits_through_every_table(tmp_path):
    """An adapter's run, written and read again, has the values that it had (ruling 4)."""
    chunks = [langchain(start, end) for start, end in SPANS]
    given = {"q1": [(chunk, 0.1 * n) for n, chunk in enumerate(chunks)], "q2": chunks[1:], "q3": []}
    run = pw.Run.from_langchain(given, name="system", texts=TEXTS)
    qrels = pw.Qrels.from_columns(
        topic=["q1", "q2", "q3"], doc=["a.md"] * 3, start=[30, 65, 3], end=[50, 70, 9],
    )  # fmt: skip
    measures = ["CharR@2", "CharAP", "PartRR", "CharIoU@3", "CharR(budget=40)"]
    nested = tmp_path / "nested.jsonl"
    with nested.open("w") as file:
        for topic, found in given.items():
            pairs = [one if isinstance(one, tuple) else (one, None) for one in found]
            results = [
                {"doc": "a.md", "start": chunk.metadata["start_index"], "score": score,
                 "end": chunk.metadata["start_index"] + len(chunk.page_content)}
                for chunk, score in pairs
            ]  # fmt: skip
            file.write(json.dumps({"topic": topic, "results": results}) + "\n")
    expected = pw.evaluate(qrels, run, measures)
    for name in ("run.jsonl", "run.parquet", "run.tsv", "run.csv", "nested.jsonl"):
        if name != "nested.jsonl":
            pw.write_run(run, tmp_path / name)
        again = pw.read_run(tmp_path / name)
        found = pw.evaluate(qrels, again, measures)
        assert found.values["value"].to_list() == expected.values["value"].to_list(), name
        assert again.answered == ["q3"]
        assert "q3" in again.topics
    frame = pw.Run.from_frame(run.to_frame())
    again = pw.evaluate(qrels, frame, measures).values["value"].to_list()
    assert again == expected.values["value"].to_list()
