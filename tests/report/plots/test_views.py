"""Plots of what the report shows hold the numbers of the commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.report.plots.conftest import INVENTORY, NAMES, QRELS, RUNS, rows_of

from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.losses.analyse import losses as lost
from partwise.report.plots import views
from partwise.report.plots.source import Source, Wishes
from partwise.statistics.compare import compare


def test_budget_holds_the_means_of_charr(source):
    spec = views.budget(source, Wishes())
    rows = rows_of(spec, "x", "y", "run")
    at = sorted({row["x"] for row in rows})[::12]
    results = evaluate(QRELS, RUNS, [f"CharR(budget={n})" for n in at])
    for n in at:
        for name in NAMES:
            drawn = {row["y"] for row in rows if row["run"] == name and row["x"] == n}
            assert drawn == {results.mean(name, f"CharR(budget={n})")}
    assert {row["x"] for row in rows_of(spec, "x") if "run" not in row} == {1000}
    assert "the budget of 1,000 characters" in spec["title"]["subtitle"]


def test_recall_holds_charr_at_ranks(source):
    rows = rows_of(views.recall(source, Wishes()), "x", "y", "run")
    results = evaluate(QRELS, RUNS, [f"CharR@{k}" for k in range(1, 11)])
    for row in rows:
        assert row["y"] == results.mean(row["run"], f"CharR@{row['x']}")


def test_shares_of_the_budget_add_up(source):
    rows = rows_of(views.spent(source, Wishes(budget=777)), "share")
    for name in NAMES:
        mine = [row for row in rows if row["run"] == name]
        assert sum(row["share"] for row in mine) == pytest.approx(1)
        assert [row["from"] for row in mine][1:] == pytest.approx([r["to"] for r in mine][:-1])
    new = {row["run"]: row["share"] for row in rows if row["kind"] == "relevant, new"}
    precision = evaluate(QRELS, RUNS, ["CharP(budget=777)"])
    assert new["large"] == pytest.approx(precision.mean("large", "CharP(budget=777)"), abs=0.02)


def test_losses_are_those_of_the_command(source):
    rows = rows_of(views.losses(source, Wishes(budget=500)), "share")
    found = lost(QRELS, RUNS, inventory=INVENTORY, budget=500)
    for run in found.runs:
        mine = {row["kind"]: row["share"] for row in rows if row["run"] == run.run}
        assert mine["shown"] == run.mean["shown"]
        assert mine["lost: ranking"] == run.mean["lost.ranking"]
        assert sum(mine.values()) == pytest.approx(1)


def test_losses_need_an_inventory():
    with pytest.raises(UsageError, match="use inventory="):
        views.losses(Source(QRELS, RUNS), Wishes())


def test_means_with_the_interval_around_them(source):
    rows = rows_of(views.means(source, Wishes()), "mean", "run")
    assert {(row["run"], row["measure"]) for row in rows} == {
        (name, measure) for name in NAMES for measure in ("CharR(budget=1000)", "CharP@3")
    }
    for row in rows:
        assert row["mean"] == source.results.mean(row["run"], row["measure"])
        assert row["min"] <= row["mean"] <= row["max"]


def test_differences_are_those_of_compare(source):
    spec = views.differences(source, Wishes(baseline="medium"))
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
    spec = views.scatter(source, Wishes())
    for name in ("medium", "large"):
        mine = [row for row in rows_of(spec, "topics") if row["measure"] == name]
        assert sum(row["topics"] for row in mine) == len(source.results.topics)


def test_one_run_and_one_topic(tmp_path):
    one = Source(QRELS, RUNS[:1], ["CharR@5"])
    with pytest.raises(UsageError, match="one run has nothing to be compared with"):
        views.scatter(one, Wishes())
    qrels = tmp_path / "one.tsv"
    lines = Path(QRELS).read_text().splitlines(keepends=True)
    qrels.write_text("".join(lines[:2]))
    small = Source(str(qrels), RUNS, ["CharR@5"])
    spec = views.means(small, Wishes())
    assert spec["title"]["subtitle"] == "one topic: no intervals"
    assert all(row["min"] == row["mean"] == row["max"] for row in rows_of(spec, "mean", "run"))
    assert rows_of(views.differences(small, Wishes()), "difference")


def test_two_hundred_runs(source):
    from partwise.tables.run import Run

    runs = [
        Run.from_columns(topic=["wick"], doc=["lamp"], start=[n], end=[n + 200], name=f"r{n}")
        for n in range(200)
    ]
    many = Source(QRELS, runs, ["CharR@5"])
    spec = views.budget(many, Wishes())
    coloured = spec["layer"][2]["encoding"]["color"]
    assert len(coloured["scale"]["domain"]) == 7
    assert "r0" in coloured["scale"]["domain"]  # the baseline
    ends = {row["run"]: row["y"] for row in rows_of(spec, "x", "y", "run")}
    told = [ends[name] for name in coloured["legend"]["values"]]
    assert told == sorted(told, reverse=True)
    spec = views.differences(many, Wishes())
    assert len(spec["concat"]) == 8
    assert "the best 8 of 199 runs" in spec["title"]["subtitle"]


def test_results_alone_have_no_runs(source):
    alone = Source(known=source.results)
    assert rows_of(views.means(alone, Wishes()), "mean")
    for name in ("budget", "recall", "spent"):
        with pytest.raises(UsageError, match=r"pw\.plot\(kind, qrels, runs\)"):
            getattr(views, name)(alone, Wishes())


def test_graded_documents_have_no_reading_curve(tmp_path):
    (tmp_path / "q.txt").write_text("1 0 a 1\n")
    (tmp_path / "r.txt").write_text("1 Q0 a 1 2 one\n")
    plain = Source(str(tmp_path / "q.txt"), str(tmp_path / "r.txt"))
    for name in ("budget", "recall", "spent"):
        with pytest.raises(UsageError, match="needs judged spans of text"):
            getattr(views, name)(plain, Wishes())
