"""Memory of large tables of runs, and extra measures of an evaluation."""

from __future__ import annotations

from partwise.cli._job import EvaluationJob
from partwise.measures import RR


def job(*runs):
    return EvaluationJob("q", runs, {"quiet": True})


def test_extra_measures_are_added(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("q 0 d 1\np 0 d 0\n")
    (tmp_path / "r").write_text("q Q0 e 1 2 x\nq Q0 d 2 1 x\n")

    assert job("r").results(["AP"], [RR()]).measures == ("AP", "RR")
