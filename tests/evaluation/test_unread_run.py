"""Within a bound: streamed where topics lie together, refused where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from partwise.evaluation import unread_run
from partwise.evaluation.buckets import api, batches, planner
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.buckets.planner import FIXED, ROW, Room
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.spilled_run import SpilledRun
from partwise.evaluation.unread_run import Bound, NotHeldError
from partwise.files.bucketed.pieces import Size

TOPICS = [f"t{n}" for n in range(40)]
MEASURES = {"seen": ["CharR@2", "CharAP"], "every part": ["CharIoU"], "effort": ["NCE@3", "gP@2"]}


def rows(*, together):
    cells = [(t, d) for t in TOPICS for d in range(5)]
    cells = cells if together else sorted(cells, key=lambda cell: cell[1])
    return "".join(f"{t}\td{d}\t{d}\t{d + 9}\t{9 - d}\n" for t, d in cells)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files that no process can hold; folders of buckets are counted."""
    monkeypatch.setattr(unread_run, "_SMALL_FILE", 0)
    monkeypatch.setattr(Batches, "may_hold", lambda _, rows: rows <= 20)
    monkeypatch.setattr(batches, "peak_mb", lambda: 1.0)  # whatever tests before have left
    monkeypatch.setattr(Room, "holds", lambda *_: False)
    monkeypatch.setattr(planner, "size_within", lambda _: Size(20))
    monkeypatch.setattr("partwise.files.bucketed.pieces._SAMPLE", 100)
    header = "topic\tdoc\tstart\tend\tscore\n"
    (tmp_path / "grouped.tsv").write_text(header + rows(together=True))
    (tmp_path / "mixed.tsv").write_text(header + rows(together=False))
    judged = "".join(f"{t}\td{n % 5}\t2\t6\t90\n" for n, t in enumerate(TOPICS))
    (tmp_path / "qrels.tsv").write_text("topic\tdoc\tstart\tend\tlength\n" + judged)
    return tmp_path


@pytest.mark.parametrize("kind", MEASURES)
def test_topics_that_lie_together_make_no_buckets(files, kind, monkeypatch):
    paths = str(files / "qrels.tsv"), str(files / "grouped.tsv")
    plain = evaluate(paths[0], pw.read_run(paths[1]), MEASURES[kind])
    monkeypatch.setattr(api, "BucketMaker", None)

    found = pw.evaluate(*paths, MEASURES[kind], memory="300M")

    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes[-1:] == plain.notes[-1:]


@pytest.mark.parametrize("kind", MEASURES)
def test_scattered_topics_go_through_buckets(files, kind):
    paths = str(files / "qrels.tsv"), str(files / "mixed.tsv")

    with pytest.raises(NotHeldError):
        evaluate(*paths, MEASURES[kind], memory=Bound(FIXED + ROW))
    found = pw.evaluate(*paths, MEASURES[kind], memory="300M")

    plain = evaluate(paths[0], pw.read_run(paths[1]), MEASURES[kind])
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes


@pytest.mark.parametrize("kind", MEASURES)
def test_of_several_runs_only_the_scattered_one_is_sorted_on_disk(files, kind, monkeypatch):
    qrels, runs = str(files / "qrels.tsv"), [str(files / f"{n}.tsv") for n in ("grouped", "mixed")]
    plain = evaluate(qrels, [pw.read_run(run) for run in runs], MEASURES[kind])
    monkeypatch.setattr(api, "BucketMaker", None)
    kept, ours = [], SpilledRun._keep

    def keep(self, run, rows):
        kept.append((run.name, rows.size))
        ours(self, run, rows)

    monkeypatch.setattr(SpilledRun, "_keep", keep)

    found = pw.evaluate(qrels, [*runs, runs[0]], MEASURES[kind], memory="300M")

    assert {name for name, _ in kept} == {"mixed"}
    assert sum(rows for _, rows in kept) == 200
    assert found.runs == ("grouped", "mixed", "grouped#2")
    assert found.table[:2].tobytes() == plain.table.tobytes()
    assert found.table[2].tobytes() == plain.table[0].tobytes()
    assert [note for note in found.notes if "grouped" not in note] == [
        note for note in plain.notes if "grouped" not in note
    ]


def test_small_files_are_read_at_once(tmp_path):
    place = tmp_path / "r.tsv"
    place.write_text("topic\tdoc\tstart\tend\tscore\n1\td\t0\t4\t1\n")
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], start=[0], end=[4])

    found = evaluate(qrels, Path(place), ["gP@2"], memory=Bound(1))

    assert found.table.tolist() == [[[0.5]]]
