"""``partwise bucket``: folders that are finished, or were not."""

from __future__ import annotations

import pytest
from tests.helpers import answer


@pytest.fixture
def files(tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tgrade\na\tx\t1\nb\tx\t1\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tscore\na\tx\t1\n")
    return tmp_path


@pytest.fixture
def call(files):
    """Run a command in the folder of the files."""

    def run(*words):
        done = answer(files, *words)
        return done.code, done.out, done.err

    return run


def test_bucketing_that_was_ended_is_begun_again(files, call):
    (files / "b" / "runs" / "00000").mkdir(parents=True)
    (files / "b" / "inputs").write_text("half")

    code, _, err = call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2)
    assert (code, err) == (2, "b holds unfinished buckets. Use another folder, or --resume\n")
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2, "--resume")[0] == 0
    code, _, err = call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2, "--resume")
    assert (code, err) == (0, "b: already finished\n")


def test_what_was_left_of_a_bucketing_killed_at_its_very_end_is_removed(files, call):
    words = ("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2)
    assert call(*words)[0] == 0
    whole = sorted((files / "b").rglob("*"))
    waiting = files / "b" / ".manifest.json.0123abcd.partwise"
    waiting.mkdir()
    (waiting / "lock").touch()  # killed while it removed this

    assert call(*words, "--resume")[0] == 0
    assert sorted((files / "b").rglob("*")) == whole


OTHERS = [
    ("bucket", "q.tsv", "other.tsv", "-o", "b", "-n", 2),
    ("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2, "--missing", "skip"),
]


@pytest.mark.parametrize("words", OTHERS)
def test_finished_buckets_of_other_work_are_refused(files, call, words):
    (files / "other.tsv").write_text("topic\tdoc\tscore\nb\tx\t1\n")
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 2)[0] == 0

    said = "b holds buckets of other files or options. Use another folder\n"
    assert call(*words, "--resume") == (2, "", said)
    few = call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 3, "--resume")
    assert few == (2, "", "-n 3: b holds 2 buckets. Use another folder\n")


def test_finished_buckets_of_a_file_that_changed_are_refused(files, call):
    words = ("bucket", "q.tsv", "r.tsv", "-o", "b")
    assert call(*words)[0] == 0
    (files / "r.tsv").write_text("topic\tdoc\tscore\nb\tx\t1\n")

    assert call(*words, "--resume")[0] == 2


def test_unfinished_buckets_are_told_from_a_missing_run(files, call):
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b")[0] == 0
    (files / "b" / "manifest.json").unlink()

    said = "b: these buckets are not finished. Use partwise bucket --resume\n"
    code, _, err = call("evaluate", "b", "-m", "AP")
    assert (code, err) == (2, said)
    assert "Missing argument" in call("evaluate", "q.tsv", "-m", "AP")[2]
