"""Pieces that Python programs split, in any order, make the folder of one."""

from __future__ import annotations

import json

import pytest
from tests.evaluation.buckets.small import held

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.buckets import shared
from partwise.evaluation.buckets.planner import Room
from partwise.files.bucketed import pieces
from partwise.files.bucketed.pieces import Size

MEASURES = ["CharR@2", "AP"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(pieces, "_SAMPLE", 100)
    monkeypatch.setattr(Room, "at_once", lambda _: Size(9))
    rows = [f"t{n % 7}\td{n % 5}\t{n}\t{n + 9}\t{n % 4}\n" for n in range(60)]
    (tmp_path / "one.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + "".join(rows))
    (tmp_path / "two.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + "".join(rows[::3]))
    judged = "".join(f"t{n}\td{n % 5}\t2\t30\n" for n in range(8))
    (tmp_path / "qrels.tsv").write_text("topic\tdoc\tstart\tend\n" + judged)
    return str(tmp_path / "qrels.tsv"), [str(tmp_path / "one.tsv"), str(tmp_path / "two.tsv")]


def test_pieces_make_what_one_process_makes(files, tmp_path):
    for number in (2, 0, 1):
        pw.bucket(*files, tmp_path / "b", 3, piece=(number, 3))
    pw.bucket(*files, tmp_path / "b", 3, finish=True)
    pw.bucket(*files, tmp_path / "b", 3, piece=(0, 3))  # finished before

    manifest = json.loads((tmp_path / "b/manifest.json").read_text())
    assert len(list((tmp_path / "b").glob("runs/00000/*/part-*"))) > 3
    assert not list((tmp_path / "b").glob(".p*"))
    for number in range(3):
        part = pw.evaluate_bucket(tmp_path / "b", number, MEASURES)
        part.write(tmp_path / f"b/parts/part-{number:05d}-of-00003.parquet")
    found = pw.merge(tmp_path / "b")
    plain = pw.evaluate(*files, MEASURES)
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    pw.bucket(*files, tmp_path / "whole", 3)
    assert manifest["key"] == json.loads((tmp_path / "whole/manifest.json").read_text())["key"]


def test_what_is_missing_or_of_other_work_is_refused(files, tmp_path):
    pw.bucket(*files, tmp_path / "b", 3, piece=(0, 2))

    with pytest.raises(UsageError, match=r"pieces \d.* of the input are missing"):
        pw.bucket(*files, tmp_path / "b", 3, finish=True)
    with pytest.raises(UsageError, match="pieces of other files or options"):
        pw.bucket(*files, tmp_path / "b", 4, piece=(1, 2))
    with pytest.raises(UsageError, match=r"piece=\(2, 2\)"):
        pw.bucket(*files, tmp_path / "c", 3, piece=(2, 2))
    with pytest.raises(UsageError, match="need paths"):
        pw.bucket(files[0], pw.read_run(files[1][0]), tmp_path / "c", 3, piece=(0, 2))
    with pytest.raises(UsageError, match="alone"):
        pw.bucket(*files, tmp_path / "c", 3, piece=(0, 2), finish=True)
    assert not (tmp_path / "c").exists()


def test_errors_name_the_lines_of_the_file(files, tmp_path):
    with open(files[1][0], "a") as stream:  # noqa: PTH123
        stream.write("t1\td1\tx\t9\t1\n")

    with pytest.raises(pw.FormatError, match=r"one.tsv:62"):
        pw.bucket(*files, tmp_path / "b", 3, piece=(1, 2))


def test_columns_that_no_file_has_are_refused(files, tmp_path):
    how = {"columns": {"doc": "doc", "tokens": "many"}}
    pw.bucket(*files, tmp_path / "b", 3, piece=(0, 1), **how)

    with pytest.raises(pw.PartwiseError, match="many"):
        pw.bucket(*files, tmp_path / "b", 3, finish=True, **how)
    assert shared.MANIFEST not in {place.name for place in (tmp_path / "b").iterdir()}


def test_no_piece_is_held_while_the_next_is_read(files, tmp_path, monkeypatch):
    found = held(monkeypatch, shared)

    pw.bucket(*files, tmp_path / "b", 3, piece=(0, 1))

    assert len(found) > 3
    assert not any(found)


def test_finished_buckets_of_other_work_are_refused(files, tmp_path):
    pw.bucket(*files, tmp_path / "b", 3)
    qrels, (one, two) = files

    for how in ({"piece": (0, 2)}, {"finish": True}):
        pw.bucket(*files, tmp_path / "b", 3, **how)
        with pytest.raises(UsageError, match="buckets of other tables or options"):
            pw.bucket(qrels, [two, one], tmp_path / "b", 3, **how)
        with pytest.raises(UsageError, match="buckets of other tables or options"):
            pw.bucket(*files, tmp_path / "b", 4, **how)
        with pytest.raises(UsageError, match="buckets of other tables or options"):
            pw.bucket(*files, tmp_path / "b", 3, order="file", **how)
