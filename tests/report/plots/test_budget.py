"""Plots of what is read hold the numbers of the commands."""

from __future__ import annotations

import pytest
from tests.report.plots.conftest import INVENTORY, NAMES, QRELS, RUNS, rows_of

from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.losses.analyse import losses as lost
from partwise.report import plot_kinds as budget
from partwise.report import plot_kinds as values
from partwise.report.plots import PlotOptions, Source


def test_budget_holds_the_means_of_charr(source):
    spec = budget.budget(source, PlotOptions())
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
    rows = rows_of(budget.recall(source, PlotOptions()), "x", "y", "run")
    results = evaluate(QRELS, RUNS, [f"CharR@{k}" for k in range(1, 11)])
    for row in rows:
        assert row["y"] == results.mean(row["run"], f"CharR@{row['x']}")


def test_shares_of_the_budget_add_up(source):
    rows = rows_of(budget.spent(source, PlotOptions(budget=777)), "share")
    for name in NAMES:
        mine = [row for row in rows if row["run"] == name]
        assert sum(row["share"] for row in mine) == pytest.approx(1)
        assert [row["from"] for row in mine][1:] == pytest.approx([r["to"] for r in mine][:-1])
    new = {row["run"]: row["share"] for row in rows if row["kind"] == "relevant, new"}
    precision = evaluate(QRELS, RUNS, ["CharP(budget=777)"])
    assert new["large"] == pytest.approx(precision.mean("large", "CharP(budget=777)"), abs=0.02)


def test_losses_are_those_of_the_command(source):
    rows = rows_of(budget.losses(source, PlotOptions(budget=500)), "share")
    found = lost(QRELS, RUNS, inventory=INVENTORY, budget=500)
    for run in found.runs:
        mine = {row["kind"]: row["share"] for row in rows if row["run"] == run.run}
        assert mine["shown"] == run.mean["shown"]
        assert mine["lost: ranking"] == run.mean["lost.ranking"]
        assert sum(mine.values()) == pytest.approx(1)


def test_losses_need_an_inventory():
    with pytest.raises(UsageError, match="use inventory="):
        budget.losses(Source(QRELS, RUNS), PlotOptions())


def test_results_alone_have_no_runs(source):
    alone = Source(prior_results=source.results)
    assert rows_of(values.means(alone, PlotOptions()), "mean")
    for name in ("budget", "recall", "spent"):
        with pytest.raises(UsageError, match=r"pw\.plot\(kind, qrels, runs\)"):
            getattr(budget, name)(alone, PlotOptions())


def test_graded_documents_have_no_reading_curve(tmp_path):
    (tmp_path / "q.txt").write_text("1 0 a 1\n")
    (tmp_path / "r.txt").write_text("1 Q0 a 1 2 one\n")
    plain = Source(str(tmp_path / "q.txt"), str(tmp_path / "r.txt"))
    for name in ("budget", "recall", "spent"):
        with pytest.raises(UsageError, match="needs judged spans of text"):
            getattr(budget, name)(plain, PlotOptions())
