"""Plots of the values of runs hold the numbers of the commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.report.plots.conftest import NAMES, QRELS, RUNS, rows_of

from partwise.errors import UsageError
from partwise.report import plot_kinds as budget
from partwise.report import plot_kinds as values
from partwise.report.plots import PlotOptions, Source
from partwise.statistics.compare import compare


def test_means_with_the_interval_around_them(source):
    rows = rows_of(values.means(source, PlotOptions()), "mean", "run")
    assert {(row["run"], row["measure"]) for row in rows} == {
        (name, measure) for name in NAMES for measure in ("CharR(budget=1000)", "CharP@3")
    }
    for row in rows:
        assert row["mean"] == source.results.mean(row["run"], row["measure"])
        assert row["min"] <= row["mean"] <= row["max"]


def test_differences_are_those_of_compare(source):
    spec = values.differences(source, PlotOptions(baseline="medium"))
    compared = compare(source.results, "medium")
    for name in ("small", "large"):
        row = next(r for r in compared.rows if r.run == name and r.measure == "CharR(budget=1000)")
        mine = [r["difference"] for r in rows_of(spec, "difference") if r["measure"] == name]
        gaps = source.results.of(name, row.measure) - source.results.of("medium", row.measure)
        assert mine == sorted(gaps.tolist(), reverse=True)
        assert (row.difference, row.low, row.high) in {
            (r["mean"], r["low"], r["high"]) for r in rows_of(spec, "mean")
        }


def test_every_topic_is_a_dot(source):
    spec = values.scatter(source, PlotOptions())
    for name in ("medium", "large"):
        mine = [row for row in rows_of(spec, "topics") if row["measure"] == name]
        assert sum(row["topics"] for row in mine) == len(source.results.topics)


def test_one_run_and_one_topic(tmp_path):
    one = Source(QRELS, RUNS[:1], ["CharR@5"])
    with pytest.raises(UsageError, match="one run has nothing to be compared with"):
        values.scatter(one, PlotOptions())
    qrels = tmp_path / "one.tsv"
    lines = Path(QRELS).read_text().splitlines(keepends=True)
    qrels.write_text("".join(lines[:2]))
    small = Source(str(qrels), RUNS, ["CharR@5"])
    spec = values.means(small, PlotOptions())
    assert spec["title"]["subtitle"] == "one topic: no intervals"
    assert all(row["min"] == row["mean"] == row["max"] for row in rows_of(spec, "mean", "run"))
    assert rows_of(values.differences(small, PlotOptions()), "difference")


def test_two_hundred_runs(source):
    from partwise.tables.run import Run

    runs = [
        Run.from_columns(topic=["wick"], doc=["lamp"], start=[n], end=[n + 200], name=f"r{n}")
        for n in range(200)
    ]
    many = Source(QRELS, runs, ["CharR@5"])
    spec = budget.budget(many, PlotOptions())
    coloured = spec["layer"][2]["encoding"]["color"]
    assert len(coloured["scale"]["domain"]) == 7
    assert "r0" in coloured["scale"]["domain"]  # the baseline
    ends = {row["run"]: row["y"] for row in rows_of(spec, "x", "y", "run")}
    told = [ends[name] for name in coloured["legend"]["values"]]
    assert told == sorted(told, reverse=True)
    spec = values.differences(many, PlotOptions())
    assert len(spec["concat"]) == 8
    assert "the best 8 of 199 runs" in spec["title"]["subtitle"]
