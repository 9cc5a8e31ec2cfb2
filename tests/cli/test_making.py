"""``partwise bucket`` in pieces: ended and resumed, or shared by several processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import polars as pl
import pytest
from tests.evaluation.buckets.small import held

import partwise as pw
from partwise.cli import _making, main
from partwise.cli._buckets import make_buckets
from partwise.cli._job import EvaluationJob
from partwise.cli._making import Making, usual_number
from partwise.engines.base import TaskFailedError
from partwise.errors import FormatError
from partwise.evaluation.buckets.planner import Room
from partwise.evaluation.buckets.spread import BucketFailedError
from partwise.files.bucketed import pieces
from partwise.files.bucketed.pieces import Size


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pieces, "_SAMPLE", 64)
    monkeypatch.setattr(Room, "at_once", lambda _: Size(20))
    numbers = random.Random(5)
    judged = [f"t{n}\td{n % 13}\t{n}\t{n + 30}\t200" for n in range(40)]
    (tmp_path / "q.tsv").write_text("\n".join(["topic\tdoc\tstart\tend\tlength", *judged]) + "\n")
    rows = []
    for n in range(200):
        start = numbers.randrange(99)
        rows.append(f"t{n % 43}\td{n % 17}\t{start}\t{start + 20 + n % 7}\t{numbers.randrange(50)}")
    header = "topic\tdoc\tstart\tend\tscore"
    (tmp_path / "r.tsv").write_text("\n".join([header, *rows]) + "\n")
    lines = []
    for row in rows[::-1]:
        topic, doc, start, end, score = row.split("\t")
        cells = f'"topic": "{topic}", "doc": "{doc}", "start": {start}, "end": {end}'
        lines.append(f'{{{cells}, "score": {score}}}')
        lines += [""] * (len(lines) % 3 == 0)  # blank lines are no rows
    (tmp_path / "s.jsonl").write_text("\n".join(lines) + "\n")
    frame = pl.read_csv(tmp_path / "r.tsv", separator="\t")
    frame.reverse().write_parquet(tmp_path / "p.parquet")
    return tmp_path


RUNS = ("r.tsv", "s.jsonl", "p.parquet")
INPUT = ("q.tsv", *RUNS, "-n", "3", "-o")


def call(*words):
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    return end.value.code


def content(folder):
    return {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for place in folder.rglob("*")
        if place.is_file()
    }


@pytest.mark.parametrize("of", [1, 2, 5, 40])
def test_pieces_make_the_same_folder_in_any_order(files, capfd, of):
    assert call("bucket", *INPUT, "plain") == 0
    for number in reversed(range(of)):
        assert call("bucket", *INPUT, "b", "--piece", f"{number}/{of}") == 0
    assert not (files / "b" / "manifest.json").exists()
    assert call("bucket", *INPUT, "b", "--finish") == 0

    assert content(files / "b") == content(files / "plain")
    assert len(list((files / "b" / "runs").rglob("part-*"))) > 20
    assert "b: 600 rows in 3 buckets" in capfd.readouterr().err
    assert call("bucket", *INPUT, "b", "--finish") == 0
    assert call("bucket", *INPUT, "b", "--piece", "0/2") == 0
    assert capfd.readouterr().err == "b: already finished\n" * 2


def test_pieces_that_are_missing_are_named(files, capfd):
    assert call("bucket", *INPUT, "b", "--piece", "1/2", "-q") == 0
    assert call("bucket", *INPUT, "b", "--finish") == 2

    err = capfd.readouterr().err
    assert err.startswith("pieces 0, 1, 2, ")
    assert "of the input are missing in b. Make each with --piece" in err
    assert not (files / "b" / "topics.parquet").exists()
    assert call("bucket", *INPUT, "b", "--resume") == 0  # all that is left
    assert call("bucket", *INPUT, "plain") == 0
    assert content(files / "b") == content(files / "plain")


def test_pieces_of_other_options_are_refused(files, capfd):
    assert call("bucket", *INPUT, "b", "--piece", "0/2", "-q") == 0
    kept = content(files / "b")

    assert call("bucket", *INPUT, "b", "--piece", "1/2", "--missing", "skip") == 2
    assert call("bucket", *INPUT, "b", "--finish", "--lenient") == 2
    said = "b holds pieces of other files or options. Use another folder\n"
    assert capfd.readouterr().err == said * 2
    assert call("bucket", *INPUT, "b", "--piece", "2/2") == 2
    assert call("bucket", *INPUT, "b", "--finish", "--piece", "0/2") == 2
    assert content(files / "b") == kept


def test_names_of_columns_that_nobody_has_are_refused_at_the_end(files, capfd):
    words = (*INPUT, "b", "--columns", "score=points")

    for number in range(2):
        assert call("bucket", *words, "--piece", f"{number}/2", "-q") == 0
    assert call("bucket", *words, "--finish") == 2
    assert "points" in capfd.readouterr().err
    assert not (files / "b" / "manifest.json").exists()


def test_bucketing_that_was_ended_goes_on_after_the_last_piece(files, capfd, monkeypatch):
    assert call("bucket", *INPUT, "plain") == 0
    from partwise.cli import _making

    inside, done = _making.Making._split, []

    def some(self, number, piece):
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append((number, piece))
        return inside(self, number, piece)

    with monkeypatch.context() as ended:
        ended.setattr(_making.Making, "_split", some)
        assert call("bucket", *INPUT, "b") == 130
    assert len(list((files / "b" / ".pieces").iterdir())) == 5
    again = []
    monkeypatch.setattr(
        _making.Making, "_split", lambda self, *at: again.append(at) or inside(self, *at)
    )
    assert call("bucket", *INPUT, "b") == 2
    assert call("bucket", *INPUT, "b", "--resume") == 0

    assert content(files / "b") == content(files / "plain")
    assert not set(again) & set(done)


def test_columns_of_files_that_were_read_before_are_used(files):
    text = (files / "r.tsv").read_text().replace("score", "points", 1)
    (files / "r.tsv").write_text(text)
    words = ("q.tsv", "r.tsv", "-n", "2", "-o", "b", "--columns", "score=points", "-q")
    assert call("bucket", *words, "--piece", "0/1") == 0

    assert call("bucket", *words, "--resume") == 0
    assert (files / "b" / "manifest.json").exists()


def test_assessments_that_cannot_be_read_leave_no_folder(files, capfd):
    (files / "q.tsv").write_text("topic\tdoc\tstart\tend\na\tb\tx\ty\n")

    assert call("bucket", *INPUT, "b") == 2
    assert "q.tsv:2:" in capfd.readouterr().err
    assert not (files / "b").exists()


def test_another_input_begins_anew(files):
    assert call("bucket", *INPUT, "b", "--piece", "0/2", "-q") == 0
    with (files / "r.tsv").open("a") as stream:
        stream.write("t1\tnew\t0\t5\t1\n")
    assert call("bucket", *INPUT, "b", "--resume", "-q") == 0
    assert call("bucket", *INPUT, "plain", "-q") == 0

    assert content(files / "b") == content(files / "plain")


class Twice:
    """Does every task twice, the last one first, as if workers had died."""

    def completed(self, function, tasks):
        for at, task in reversed(list(enumerate(tasks))):
            function(*task)
            yield at, function(*task)


def shared(output, engine, **options):
    job = EvaluationJob("q.tsv", RUNS, {"quiet": True, **options})
    return make_buckets(job, output, 3, engine=engine)


def test_others_can_do_the_work(files):
    assert shared("b", Twice()) == "b: 600 rows in 3 buckets"
    assert shared("plain", None) == "plain: 600 rows in 3 buckets"

    assert content(files / "b") == content(files / "plain")


def test_a_piece_that_nobody_can_do_is_named(files):
    class Failing:
        def completed(self, function, tasks):
            raise TaskFailedError(2, 3, "a worker died")
            yield

    said = "piece 2 of the input failed 3 times: a worker died"
    with pytest.raises(BucketFailedError, match=said):
        shared("b", Failing())
    assert not (files / "b" / "manifest.json").exists()


def test_what_cannot_be_opened_twice_is_not_shared(files):
    making = Making(EvaluationJob("-", ("r.tsv", "s.jsonl"), {}), "b", 2)
    assert not making.can_be_shared
    assert Making(EvaluationJob("q.tsv", ("r.tsv",), {}), "b", 2).can_be_shared


@pytest.mark.slow
def test_bucketing_that_was_killed_is_resumed(tmp_path):
    rows = "".join(f"t{n % 997}\td{n}\t{n % 50}\t{n % 50 + 30}\t{n}\n" for n in range(60_000))
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt1\td1\t0\t40\nt5\td5\t0\t9\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + rows * 3)
    code = (
        "from partwise.evaluation.buckets.planner import Room\n"
        "from partwise.files.bucketed import pieces\n"
        "pieces._SAMPLE = 1024\n"
        "Room.at_once = lambda self: pieces.Size(5000)\n"
        "import os, signal\n"
        "from partwise.evaluation.buckets.pieces import PieceLog\n"
        "def killed(self, done, write=PieceLog.write):\n"
        "    write(self, done)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if os.environ.get('KILLED'):\n"
        "    PieceLog.write = killed\n"
        "from partwise.cli import main\n"
        "main()"
    )

    def begin(*words, **more):
        command = [sys.executable, "-c", code, "bucket", "q.tsv", "r.tsv", "-n", "2", "-o", *words]
        return subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.DEVNULL, env=os.environ | more
        )

    assert begin("plain").wait(120) == 0
    assert begin("b", KILLED="yes").wait() == -signal.SIGKILL
    assert [*(tmp_path / "b" / ".pieces").glob("*.json")]
    assert begin("b", "--resume").wait(120) == 0

    assert content(tmp_path / "b") == content(tmp_path / "plain")


def test_buckets_have_about_a_million_rows(files):
    assert usual_number(["q.tsv", "r.tsv"]) == 1


def test_rules_of_a_task_hold_across_pieces(files, capsys):
    rows = [f"t1\td{n}\t0\t9\t{99 - n}" for n in range(60)]
    again = "t1\td0\t5\t12\t1"  # overlaps the first row, which is in another piece
    text = "\n".join(["topic\tdoc\tstart\tend\tscore", *rows, again])
    (files / "o.tsv").write_text(text + "\n")

    assert call("bucket", "q.tsv", "o.tsv", "-o", "w", "--task", "focused") == 2

    assert "lines 2 and 62" in capsys.readouterr().err
    with pytest.raises(FormatError, match="lines 2 and 62"):
        pw.bucket("q.tsv", "o.tsv", "v", 3, task="focused", piece=(0, 1))


def test_no_piece_is_held_while_the_next_is_read(files, monkeypatch):
    found = held(monkeypatch, _making)

    assert call("bucket", *INPUT, "b") == 0

    assert len(found) > 3
    assert not any(found)


def test_options_that_change_what_is_read_are_known_afterwards(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text("It rains in the evening, and the wind is cold.")
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t23\n")
    changed = "It ra#ns in t#e eve#ing"
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\ttext\tscore\nt\td\t{changed}\t1\n")
    words = ("evaluate", "q.tsv", "r.tsv", "--texts", "texts", "--missing", "skip", "-m", "CharR@1")
    assert call(*words, "--loose", "--format", "json", "-o", "plain.json") == 0
    assert call(*words, "--loose", "--format", "json", "-o", "some.json", "--work", "w") == 0
    assert (tmp_path / "some.json").read_bytes() == (tmp_path / "plain.json").read_bytes()
    capfd.readouterr()

    assert call(*words, "--work", "w", "--resume") == 2
    assert "w holds buckets of other files or options" in capfd.readouterr().err
    assert call("evaluate", "w", "-m", "CharR@1", "--loose") == 2
    assert "--loose belongs to partwise bucket" in capfd.readouterr().err


def test_another_file_of_questions_makes_other_buckets(files, capfd):
    for name in ("one", "two"):
        (files / name).write_text(f"topic\ttext\nt1\t{name}?\n")
    assert call("bucket", *INPUT, "b", "--topics-file", "one") == 0
    assert call("bucket", *INPUT, "b", "--topics-file", "one", "--resume") == 0

    assert call("bucket", *INPUT, "b", "--topics-file", "two", "--resume") == 2
    assert "b holds buckets of other files or options" in capfd.readouterr().err


def test_pieces_may_be_begun_at_the_same_moment(files, monkeypatch):
    """Others write into the folder between two looks at it."""
    refuse = _making.refuse_used

    def begun(path):
        (path / "..progress.json.0123abcd.partwise").mkdir(parents=True, exist_ok=True)
        refuse(path)

    monkeypatch.setattr(_making, "refuse_used", begun)

    assert call("bucket", *INPUT, "b", "--piece", "0/1") == 0
    assert call("bucket", *INPUT, "b", "--finish") == 0
