"""What adapters make: runs by rank, that read back the same."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    rows,
)

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
