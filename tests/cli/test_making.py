"""``partwise bucket`` in pieces: ended and resumed, or shared by several processes."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import polars as pl
import pytest
from tests.helpers import default_signals

import partwise as pw


def write_files(folder):
    """Write assessments and a run in three formats."""
    numbers = random.Random(5)
    judged = [f"t{n}\td{n % 13}\t{n}\t{n + 30}\t200" for n in range(40)]
    (folder / "q.tsv").write_text("\n".join(["topic\tdoc\tstart\tend\tlength", *judged]) + "\n")
    rows = []
    for n in range(200):
        start = numbers.randrange(99)
        rows.append(f"t{n % 43}\td{n % 17}\t{start}\t{start + 20 + n % 7}\t{numbers.randrange(50)}")
    header = "topic\tdoc\tstart\tend\tscore"
    (folder / "r.tsv").write_text("\n".join([header, *rows]) + "\n")
    lines = []
    for row in rows[::-1]:
        topic, doc, start, end, score = row.split("\t")
        cells = f'"topic": "{topic}", "doc": "{doc}", "start": {start}, "end": {end}'
        lines.append(f'{{{cells}, "score": {score}}}')
        lines += [""] * (len(lines) % 3 == 0)  # blank lines are no rows
    (folder / "s.jsonl").write_text("\n".join(lines) + "\n")
    frame = pl.read_csv(folder / "r.tsv", separator="\t")
    frame.reverse().write_parquet(folder / "p.parquet")


@pytest.fixture
def files(tmp_path):
    write_files(tmp_path)
    return tmp_path


RUNS = ("r.tsv", "s.jsonl", "p.parquet")
INPUT = ("q.tsv", *RUNS, "-n", "3", "-o")


def content(folder):
    return {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for place in folder.rglob("*")
        if place.is_file()
    }


def test_names_of_columns_that_no_file_has_are_refused_at_the_end(files, partwise):
    words = ("bucket", *INPUT, "b", "--columns", "score=points")

    refused = partwise(*words)
    assert refused.code == 2
    assert "points" in refused.err
    assert not (files / "b" / "manifest.json").exists()


def test_assessments_that_cannot_be_read_leave_no_folder(files, partwise):
    (files / "q.tsv").write_text("topic\tdoc\tstart\tend\na\tb\tx\ty\n")

    refused = partwise("bucket", *INPUT, "b")

    assert refused.code == 2
    assert "q.tsv:2:" in refused.err
    assert not (files / "b").exists()


def test_another_input_begins_anew(files, partwise):
    assert partwise("bucket", *INPUT, "b", "-q").code == 0
    (files / "b" / "manifest.json").unlink()
    with (files / "r.tsv").open("a") as stream:
        stream.write("t1\tnew\t0\t5\t1\n")
    assert partwise("bucket", *INPUT, "b", "--resume", "-q").code == 0
    assert partwise("bucket", *INPUT, "plain", "-q").code == 0

    assert content(files / "b") == content(files / "plain")


def test_few_rows_make_one_bucket(files, partwise):
    done = partwise("bucket", "q.tsv", "r.tsv", "-o", "b")

    assert (done.code, done.err) == (0, "b: 200 rows in 1 bucket\n")


STOPPED = """
import os, runpy, signal, sys
number, left = int(sys.argv[1]), [int(sys.argv[2])]

def hook(event, args):
    # A run is done when its folder takes its place.
    if event == "os.rename" and os.path.basename(os.path.dirname(args[1])) == "runs":
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), number)

sys.addaudithook(hook)
sys.argv[1:] = sys.argv[3:]
runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("name", "code"), [("SIGKILL", -9), ("SIGINT", 130)])
def test_bucketing_that_was_ended_goes_on_after_the_last_run(tmp_path, name, code):
    write_files(tmp_path)

    def run(*words, stop=0):
        number = str(int(getattr(signal, name)))
        start = [sys.executable, "-c", STOPPED, number, str(stop)]
        command = [*start, "bucket", "q.tsv", *RUNS, "-n", "2", *words]
        how = {"preexec_fn": default_signals, "cwd": tmp_path, "timeout": 600}
        return subprocess.run(command, capture_output=True, text=True, check=False, **how)

    def written():
        places = sorted((tmp_path / "b" / "runs").glob("0*"))
        return {place.name: place.stat().st_mtime_ns for place in places}

    assert run("-o", "plain").returncode == 0
    assert run("-o", "b", stop=3).returncode == code
    before = written()
    assert len(before) in (2, 3)  # a signal may be heard after the rename
    assert not (tmp_path / "b" / "manifest.json").exists()
    assert run("-o", "b").returncode == 2
    assert run("-o", "b", "--resume").returncode == 0

    assert content(tmp_path / "b") == content(tmp_path / "plain")
    after = written()
    assert {name: after[name] for name in before} == before


def test_rules_of_a_task_hold_across_pieces(files, partwise):
    rows = [f"t1\td{n}\t0\t9\t{99 - n}" for n in range(60)]
    again = "t1\td0\t5\t12\t1"  # overlaps the first row, which is in another piece
    text = "\n".join(["topic\tdoc\tstart\tend\tscore", *rows, again])
    (files / "o.tsv").write_text(text + "\n")

    refused = partwise("bucket", "q.tsv", "o.tsv", "-o", "w", "--task", "focused")

    assert refused.code == 2
    assert "lines 2 and 62" in refused.err
    with pytest.raises(pw.FormatError, match="lines 2 and 62"):
        pw.bucket(
            str(files / "q.tsv"),
            str(files / "o.tsv"),
            files / "v",
            3,
            rules=pw.Rules(task="focused"),
        )


def test_options_that_change_what_is_read_are_kept(tmp_path, partwise):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text("It rains in the evening, and the wind is cold.")
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t23\n")
    changed = "It ra#ns in t#e eve#ing, and the #ind"
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\ttext\tscore\nt\td\t{changed}\t1\n")
    words = ("evaluate", "q.tsv", "r.tsv", "--texts", "texts", "--missing", "skip", "-m", "CharR@1")
    json = (*words, "--max-errors", "30%", "--format", "json", "-o")
    assert partwise(*json, "plain.json").code == 0
    assert partwise(*json, "some.json", "--work", "w").code == 0
    assert (tmp_path / "some.json").read_bytes() == (tmp_path / "plain.json").read_bytes()

    refused = partwise(*words, "--work", "w", "--resume")
    assert refused.code == 2
    assert "w holds buckets of other files or options" in refused.err
    refused = partwise("evaluate", "w", "-m", "CharR@1", "--max-errors", "30%")
    assert refused.code == 2
    assert "--max-errors belongs to partwise bucket" in refused.err


def test_another_file_of_questions_makes_other_buckets(files, partwise):
    for name in ("one", "two"):
        (files / name).write_text(f"topic\ttext\nt1\t{name}?\n")
    words = ("bucket", *INPUT, "b", "--topics-file")
    assert partwise(*words, "one").code == 0
    assert partwise(*words, "one", "--resume").code == 0

    refused = partwise(*words, "two", "--resume")
    assert refused.code == 2
    assert "b holds buckets of other files or options" in refused.err
