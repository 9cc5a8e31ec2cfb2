from __future__ import annotations

from pathlib import Path

import pytest

from partwise.errors import FormatError
from partwise.evaluation.run_files import run_files, with_run_files

RUN = "q Q0 d 1 2 x\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("runs").mkdir()
    for name in ("b", "a", ".hidden"):
        Path("runs", name).write_text(RUN)


def test_files_stand_for_themselves():
    Path("r[1]").write_text(RUN)
    Path("r1").write_text(RUN)

    found = run_files(["r[1]", "-", "gone"])

    # what exists is a name and no pattern; what is missing is said by the reader
    assert (found.names, found.notes) == (("r[1]", "-", "gone"), [])


def test_a_folder_stands_for_its_runs():
    Path("runs", "c.xml").write_text("<x/>")
    Path("runs", "d.md").write_text("# a page\n")
    Path("runs", "more").mkdir()

    found = run_files(["runs"])

    assert found.names == ("runs/a", "runs/b")
    assert found.notes == ["runs: 2 files are not runs and were left out (c.xml, d.md)"]


def test_a_pattern_stands_for_what_it_matches():
    Path("rung").write_text(RUN)

    assert run_files(["run*"]).names == ("rung", "runs/a", "runs/b")
    assert run_files(["runs/[ab]", "rung"]).names == ("runs/a", "runs/b", "rung")
    assert run_files([str(Path("runs").absolute() / "?")]).names[0].endswith("runs/a")


def test_what_stands_for_nothing():
    with pytest.raises(FormatError) as caught:
        run_files(["x*"])
    assert str(caught.value) == "x*: no file has such a name"
    Path("none").mkdir()
    Path("none", "c.xml").write_text("<x/>")
    with pytest.raises(FormatError) as empty:
        run_files(["none"])
    assert str(empty.value) == "none: no run in this folder (1 file)"


def test_assessments_are_no_runs():
    Path("runs", "z").write_text("q 0 d 1\n")

    names, notes = with_run_files(["runs/z", "runs"])

    assert names == ("runs/z", "runs/a", "runs/b")
    assert notes == ["runs: 1 file is not a run and was left out (z)"]
    assert with_run_files([]) == ((), [])
