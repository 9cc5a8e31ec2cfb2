"""Standard streams that somebody closed, and names that would steer a terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import ROOT

LIGHTHOUSE = ROOT / "examples" / "lighthouse"


def closed(redirection: str, *words: str) -> subprocess.CompletedProcess[str]:
    files = [str(LIGHTHOUSE / "qrels.tsv"), *words, "-m", "CharR@5"]
    script = f'exec "$@" {redirection}'
    return subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-m", "partwise", "evaluate", *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_closed_standard_error_loses_nothing_else():  # findings 4.6
    done = closed("2>&-", str(LIGHTHOUSE / "small.jsonl"))
    assert (done.returncode, "0.8574" in done.stdout) == (0, True)


def test_closed_standard_output_is_told():  # findings 4.6
    done = closed(">&-", str(LIGHTHOUSE / "small.jsonl"))
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "cannot write the output: standard output is closed"


def test_closed_standard_input_is_told():  # findings 4.6
    done = closed("<&-", "-")
    assert (done.returncode, done.stderr) == (2, "-: standard input is closed\n")


@pytest.fixture
def escapes(tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\n\x1b[2Jq\td\t0\t5\nr\td\t0\t5\n")
    (tmp_path / "r.tsv").write_text(
        "topic\tdoc\tstart\tend\trun\n\x1b[2Jq\td\t0\t5\t\x1b[31mred\nz\x9b\td\t0\t5\t\x1b[31mred\n"
    )
    (tmp_path / "other.tsv").write_text("topic\tdoc\tstart\tend\nx\td\t0\t5\n")


@pytest.mark.parametrize("form", ["table", "md", "latex"])
def test_no_escape_sequence_reaches_the_terminal(partwise, escapes, form):  # findings 4.7
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "--per-topic", "--format", form)

    assert done.code == 0
    assert "x1b[31mred" in done.out
    assert "x9b" in done.err  # a note names the topic that is not judged
    assert not {"\x1b", "\x9b"} & set(done.out + done.err)


def test_no_escape_sequence_in_messages(partwise, escapes):  # findings 4.7
    done = partwise("evaluate", "other.tsv", "r.tsv", "-m", "CharR@1")

    assert done.code == 2
    assert r"\x1b[2Jq" in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize("form", ["tsv", "csv", "json", "jsonl"])
def test_files_for_programs_keep_the_bytes(partwise, escapes, form):  # findings 4.7
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "--format", form)

    assert ("\x1b[31mred" in done.out) or (r"\u001b[31mred" in done.out)


def test_text_that_is_no_formula(partwise, tmp_path):  # ruling 10
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t0\t5\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\trun\nq\td\t0\t5\t=cmd\n")
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "--format", "tsv")

    assert partwise(*words).out.splitlines()[1] == "'=cmd\tall\tCharR@1\t1.0"
    assert partwise(*words, "--raw").out.splitlines()[1] == "=cmd\tall\tCharR@1\t1.0"
    assert partwise("convert", "r.tsv", "again.tsv").code == 0  # tables are read again
    assert "'=cmd" not in (tmp_path / "again.tsv").read_text()
