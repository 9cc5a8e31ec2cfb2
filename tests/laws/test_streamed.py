"""Runs that are evaluated while they are read have the same values, to the last bit, and notes."""

from __future__ import annotations

import pytest
from tests.laws.test_buckets import KINDS, measured

import partwise as pw
from partwise.evaluation import unread_run
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.topic_batches import TopicBatches
from partwise.files.bucketed import pieces


@pytest.fixture
def streamed(monkeypatch):
    """Read every file some rows at a time; return the answers of the reader."""
    monkeypatch.setattr(unread_run, "_SMALL_FILE", 0)
    monkeypatch.setattr(unread_run, "MOST_HELD", 0)
    monkeypatch.setattr(pieces, "_SAMPLE", 100)
    monkeypatch.setattr(unread_run, "_PIECE", 5)
    monkeypatch.setattr("partwise.files.fast.chunks.FORMATS", frozenset())
    monkeypatch.setattr("partwise.evaluation.chunk_runs.FORMATS", frozenset())
    found = []

    def read(self, *places, **options):
        found.append(ours(self, *places, **options))
        return found[-1]

    ours = TopicBatches.read
    monkeypatch.setattr(TopicBatches, "read", read)
    return found


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", KINDS)
def test_streaming_changes_nothing(tmp_path, kind, form, streamed):
    tables, other = KINDS[kind](1), KINDS[kind](2).run
    how = {name: getattr(tables, name) for name in ("structure", "lengths", "inventory")}
    measures = measured(tables)
    paths = [str(tmp_path / f"{name}.{form}") for name in ("one", "two")]
    for run, path in zip((tables.run, other), paths, strict=True):
        pw.write_run(run, path)
    runs = [pw.read_run(path, missing="document") for path in paths]
    plain = evaluate(tables.qrels, runs, measures, **how)

    found = evaluate(tables.qrels, paths, measures, missing="document", **how)

    assert [one is not None for one in streamed] == [True, True]
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)
    assert (found.runs, found.present.tolist()) == (plain.runs, plain.present.tolist())
