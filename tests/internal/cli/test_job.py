"""Memory of large tables of runs, and extra measures of an evaluation."""

from __future__ import annotations

import pytest

from partwise.cli._job import EvaluationJob
from partwise.measures import RR


def job(*runs):
    return EvaluationJob("q", runs, {"quiet": True})


@pytest.mark.parametrize(
    ("name", "size", "called"),
    [("s.parquet", 64_000_000, [True]), ("s.parquet", 63_999_999, []), ("s.tsv", 64_000_000, [])],
)
def test_tables_are_returned_where_polars_reads_large_runs(
    monkeypatch, tmp_path, name, size, called
):
    calls = []
    monkeypatch.setattr("partwise.cli._job.return_tables_at_once", lambda: calls.append(True))
    with (tmp_path / name).open("wb") as file:
        file.truncate(size)

    job("no.parquet", str(tmp_path / name)).files  # noqa: B018

    assert calls == called


def test_extra_measures_are_added(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("q 0 d 1\np 0 d 0\n")
    (tmp_path / "r").write_text("q Q0 e 1 2 x\nq Q0 d 2 1 x\n")

    assert job("r").results(["AP"], [RR()]).measures == ("AP", "RR")
