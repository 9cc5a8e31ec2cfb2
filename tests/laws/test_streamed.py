"""Runs that are evaluated while they are read have the same values, to the last bit, and notes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.laws.test_buckets import KINDS, measured

import partwise as pw
from partwise.evaluation import unread_run
from partwise.evaluation.buckets import planner
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.topic_batches import TopicBatches
from partwise.evaluation.unread_run import Bound
from partwise.files.bucketed import pieces
from partwise.files.bucketed.pieces import Size
from partwise.tables.run import Run


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


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", KINDS)
def test_sorting_on_disk_changes_nothing(tmp_path, kind, form, streamed, monkeypatch):
    monkeypatch.setattr(planner, "size_within", lambda _: Size(5))
    monkeypatch.setattr(unread_run.LargeRuns, "_holds", lambda *_: False)
    tables = KINDS[kind](1)
    how = {name: getattr(tables, name) for name in ("structure", "lengths", "inventory")}
    measures, path = measured(tables), str(tmp_path / f"one.{form}")
    pw.write_run(in_turns(tables.run), path)
    plain = evaluate(tables.qrels, pw.read_run(path, missing="document"), measures, **how)

    bound = Bound.of(10**12, 2)
    found = evaluate(tables.qrels, path, measures, missing="document", memory=bound, **how)

    assert [one is not None for one in streamed] == [True]
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)
    assert found.present.tolist() == plain.present.tolist()


def in_turns(run):
    """Return a run of the same rows in which every topic comes back."""
    at = np.arange(len(run)) - np.searchsorted(np.sort(run.topic), np.sort(run.topic))
    order = np.argsort(run.topic, kind="stable")
    rows = order[np.argsort(at, kind="stable")]
    return Run.from_frame(run.to_frame()[rows], missing="document")
