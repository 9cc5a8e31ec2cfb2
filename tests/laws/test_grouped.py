"""Runs in groups, split by topic or shared by processes have the same values, to the last bit."""

from __future__ import annotations

import polars as pl
import pytest
from tests.helpers import grouped_options, grouped_runs, shared_runs, small_blocks
from tests.laws.test_buckets import KINDS, measured

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")


@pytest.fixture
def grouped(monkeypatch):
    """Whether each run was evaluated in several groups."""
    return grouped_runs(monkeypatch)


def written(folder, runs, form):
    """Files of two runs."""
    paths = [str(folder / f"{name}.{form}") for name in ("one", "two")]
    for run, path in zip(runs, paths, strict=True):
        pw.write_run(run, path)
    return paths


def check_same(found, plain):
    """Check bits, notes and facts of results."""
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)
    assert (found.runs, found.present.tolist()) == (plain.runs, plain.present.tolist())


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", KINDS)
def test_groups_change_nothing(tmp_path, kind, form, grouped):
    tables = KINDS[kind](1)
    measures = measured(tables)
    paths = written(tmp_path, (tables.run, KINDS[kind](2).run), form)
    runs = [pw.read_run(path, reading=pw.Reading(missing="document")) for path in paths]
    plain = pw.evaluate(tables.qrels, runs, measures, **grouped_options(**tables.beside))

    found = pw.evaluate(
        tables.qrels,
        paths,
        measures,
        reading=pw.Reading(missing="document"),
        **grouped_options(**tables.beside),
    )

    assert grouped[2:] == [True, True]
    check_same(found, plain)


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", KINDS)
def test_splitting_by_topic_changes_nothing(tmp_path, kind, form, grouped):
    tables = KINDS[kind](1)
    measures = measured(tables)
    paths = written(tmp_path, map(in_turns, (tables.run, KINDS[kind](2).run)), form)
    runs = [pw.read_run(path, reading=pw.Reading(missing="document")) for path in paths]
    plain = pw.evaluate(tables.qrels, runs, measures, **grouped_options(**tables.beside))

    options = {"missing": "document", "memory": 10**12, **tables.beside}
    found = pw.evaluate(tables.qrels, paths, measures, **grouped_options(**options))

    assert grouped[2:] == [True, True]
    check_same(found, plain)


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scattered", [False, True])
def test_sharing_changes_nothing(tmp_path, kind, form, scattered, monkeypatch):
    tables = KINDS[kind](1)
    measures = measured(tables)
    runs = [tables.run, KINDS[kind](2).run]
    paths = written(tmp_path, map(in_turns, runs) if scattered else runs, form)
    options = {"missing": "document", **tables.beside}
    plain = pw.evaluate(tables.qrels, paths, measures, **grouped_options(**options))
    shared_runs(monkeypatch)
    small_blocks(monkeypatch, 200)

    found = pw.evaluate(
        tables.qrels, paths, measures, work=pw.Work(jobs=3), **grouped_options(**options)
    )

    check_same(found, plain)


def in_turns(run):
    """Return a run of the same rows in which every topic comes back."""
    turn = pl.int_range(pl.len()).over("topic")
    rows = run.to_frame().sort(turn, maintain_order=True)
    return pw.Run.from_frame(rows, missing="document")
