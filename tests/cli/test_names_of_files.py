"""A name of a file is a name (findings 1.14, 5.19)."""

from __future__ import annotations

import polars as pl
import pytest

STRUCTURE = {
    "doc": ["d"] * 3,
    "node": [0, 1, 2],
    "parent": [None, 0, 0],
    "path": ["/a[1]", "/a[1]/b[1]", "/a[1]/c[1]"],
    "tag": ["a", "b", "c"],
    "start": [0, 0, 10],
    "end": [20, 10, 20],
    "depth": [1, 2, 2],
}


@pytest.mark.parametrize("name", ["s[1].parquet", "s*.parquet", "s?.parquet", "g[1]/s[1].parquet"])
def test_brackets_and_stars_are_letters(partwise, tmp_path, name):  # findings 1.14
    (tmp_path / name).parent.mkdir(exist_ok=True)
    frame = pl.DataFrame(STRUCTURE)
    frame.write_parquet(tmp_path / name)
    frame.with_columns(start=pl.Series([0, 10, 20]), end=pl.Series([30, 20, 30])).write_parquet(
        tmp_path / "s1.parquet"
    )
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\n")
    (tmp_path / "r[1].tsv").write_text("topic\tdoc\telement\trank\nt\td\t/a[1]/b[1]\t1\n")
    words = ["evaluate", "q.tsv", "r[1].tsv", "--structure", name, "-m", "CharR@1", "-q"]
    assert _value(partwise(*words, "--format", "tsv")) == 1
    assert partwise(*words, "-o", "o[*].parquet").code == 0
    assert pl.read_parquet(tmp_path / "o[*].parquet", glob=False)["value"].to_list() == [1.0]
    assert partwise("convert", "r[1].tsv", "out[1].parquet").code == 0
    words[2] = "out[1].parquet"
    assert _value(partwise(*words, "--format", "tsv")) == 1


def _value(answer):
    return float(answer.out.split()[-1])


@pytest.fixture
def runs(tmp_path):
    """A folder with two runs and something else."""
    folder = tmp_path / "runs"
    folder.mkdir()
    header = "topic\tdoc\tstart\tend\tscore\n"
    (folder / "b.tsv").write_text(header + "t\td\t0\t10\t1\n")
    (folder / "a.tsv").write_text(header + "t\td\t0\t5\t1\n")
    (folder / "about.txt").write_text("These are two runs.\n")
    (folder / ".hidden").write_text("x")
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\nu\td\t0\t10\n")
    return folder


@pytest.mark.parametrize("argument", ["runs", "runs/", "runs/*.tsv", "r?ns", "runs/[ab].tsv"])
def test_a_folder_or_pattern_stands_for_its_runs(partwise, runs, argument):  # findings 5.19
    answer = partwise("evaluate", "q.tsv", argument, "-m", "CharR", "--format", "tsv")
    assert answer.code == 0
    names = [line.split("\t")[0] for line in answer.out.splitlines()[1:]]
    assert names == ["a", "b"]
    left_out = "1 file is not a run and was left out (about.txt)" in answer.err
    assert left_out == (".tsv" not in argument)
    for command in (["compare"], ["lab", "correlate", "-m", "CharP"]):
        assert partwise(*command, "q.tsv", argument, "-m", "CharR", "-q").code == 0


def test_a_folder_without_runs_is_refused(partwise, runs, tmp_path):  # findings 5.19
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in "abc":
        (texts / f"{name}.txt").write_text("Some prose about lamps.\n")
    answer = partwise("evaluate", "q.tsv", "texts", "-m", "CharR")
    assert (answer.code, answer.err) == (2, "texts: no run in this folder (3 files)\n")
    answer = partwise("evaluate", "q.tsv", "no*.tsv", "-m", "CharR")
    assert (answer.code, answer.err) == (2, "no*.tsv: no file has such a name\n")


def test_a_name_that_exists_is_no_pattern(partwise, runs):  # findings 1.14, ruling 7
    (runs / "[ab].tsv").write_text("topic\tdoc\tstart\tend\tscore\nt\td\t0\t1\t1\n")
    answer = partwise("evaluate", "q.tsv", "runs/[ab].tsv", "-m", "CharR", "--format", "tsv", "-q")
    assert [line.split("\t")[0] for line in answer.out.splitlines()[1:]] == ["[ab]"]
