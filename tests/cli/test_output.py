"""``--format``, ``-o`` and ``--raw``: outputs never replace inputs."""

from __future__ import annotations

import json

import pytest

QRELS = "topic\tdoc\tstart\tend\n1\td\t0\t9\n"
RUN = "topic\tdoc\tstart\tend\tscore\n1\td\t0\t5\t1.0\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.tsv").write_text(QRELS)
    (tmp_path / "r.tsv").write_text(RUN)
    (tmp_path / "same.tsv").symlink_to("q.tsv")
    return tmp_path


def test_formats_targets_and_raw_cells(partwise, files):
    (files / "=r.tsv").write_text(RUN)
    words = ("evaluate", "q.tsv", "=r.tsv", "-m", "CharR@1")

    assert partwise(*words).out.splitlines()[-1].split() == ["=r", "0.5556"]
    done = partwise(*words, "--format", "json", "-o", "o.json", "--raw", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert json.loads((files / "o.json").read_text())["runs"][0]["run"] == "=r"
    assert partwise(*words, "--format", "tsv").out.splitlines()[1].startswith("'=r\t")
    assert partwise(*words, "--format", "tsv", "--raw").out.splitlines()[1].startswith("=r\t")


def test_a_format_that_a_command_has_not(partwise, files):
    answer = partwise("lab", "agreement", "q.tsv", "--format", "html")

    assert (answer.code, answer.out) == (2, "")
    assert "'html' is not one of 'table', 'json', 'tsv'" in answer.err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("evaluate q.tsv r.tsv -o q.tsv", "-o q.tsv"),
        ("evaluate q.tsv r.tsv -o ./r.tsv", "-o ./r.tsv"),
        ("evaluate q.tsv r.tsv -o same.tsv", "-o same.tsv"),
        ("evaluate q.tsv r.tsv --inventory r=r.tsv -o r.tsv", "-o r.tsv"),
        ("compare q.tsv r.tsv r.tsv -o r.tsv", "-o r.tsv"),
        ("convert q.tsv q.tsv --lossy", "OUT q.tsv"),
        ("losses q.tsv r.tsv --inventory r.tsv -k 1 --oracle r.tsv", "--oracle r.tsv"),
        ("report q.tsv r.tsv -o q.tsv", "-o q.tsv"),
        ("locate r.tsv --texts q.tsv -o r.tsv", "-o r.tsv"),
        ("lab agreement q.tsv -o q.tsv", "-o q.tsv"),
    ],
)
def test_an_output_that_is_an_input_is_refused(partwise, files, words, named):
    done = partwise(*words.split())

    assert done.code == 2
    assert f"{named} is also an input, which would be lost. Use another name" in done.err
    assert (files / "q.tsv").read_text() == QRELS
    assert (files / "r.tsv").read_text() == RUN


def test_an_old_output_is_replaced(partwise, files):
    (files / "out.tsv").write_text("old")

    assert partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "-o", "out.tsv").code == 0
    assert (files / "out.tsv").read_text() != "old"


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "q.tsv", "r.tsv", "-o", "new.tsv"),
        ("evaluate", "q.tsv", "r.tsv", "-o", "CharR@1"),  # also the word of an option
    ],
)
def test_words_that_are_no_files_do_not_matter(partwise, files, words):
    assert partwise(*words, "-m", "CharR@1", "--format", "tsv").code == 0
    assert (files / words[-1]).read_text().startswith("run\t")


def test_standard_input_is_no_file(partwise, files):
    words = ("evaluate", "q.tsv", "-", "-m", "CharR@1", "-o", "r.tsv")

    assert partwise(*words, stdin=RUN.encode()).code == 0
    assert (files / "r.tsv").read_text().startswith("run\t")
