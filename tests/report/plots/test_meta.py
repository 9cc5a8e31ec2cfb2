"""Plots of the lab hold its numbers."""

from __future__ import annotations

import pytest
from tests.report.plots.conftest import QRELS, RUNS, rows_of

from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.lab.correlate import correlate
from partwise.report import plot_kinds as meta
from partwise.report.plots import PlotOptions, Source


def test_tau_is_that_of_correlate(source):
    found = correlate(source.results)
    cells = rows_of(meta.tau(source, PlotOptions()), "row", "column")
    assert {(c["row"], c["column"]): c["value"] for c in cells} == {
        (a, b): found.tau[i, j]
        for i, a in enumerate(found.measures)
        for j, b in enumerate(found.measures)
    }


def test_spread_over_topics_and_over_assessors(tmp_path, source):
    spec = meta.spread(source, PlotOptions())
    assert "least to greatest over 1,000 variants" in spec["title"]["subtitle"]
    for row in rows_of(spec, "mean", "run"):
        assert row["min"] < row["mean"] < row["max"]

    judged = "topic\tdoc\tstart\tend\tassessor\nwick\tlamp\t0\t300\ta\nwick\tlamp\t0\t50\tb\n"
    (tmp_path / "two.tsv").write_text(judged)
    spec = meta.spread(Source(str(tmp_path / "two.tsv"), RUNS, ["CharR@1"]), PlotOptions())
    assert "over 2 variants" in spec["title"]["subtitle"]


@pytest.mark.parametrize("draw", [meta.taus, meta.swaps])
def test_reliability_of_saved_results(draw):
    results = evaluate(QRELS, RUNS, ["CharR@3"])
    alone = draw(Source(prior_results=results), PlotOptions())
    again = draw(Source(QRELS, RUNS, ["CharR@3"]), PlotOptions())
    assert alone == again


def test_insertions_need_assessments_only():
    spec = meta.insertions(Source(QRELS, None, ["CharP@5"]), PlotOptions(title="T"))
    assert spec["title"]["text"] == "T"
    counts = {row["count"] for row in rows_of(spec, "count")}
    assert {0, 1, 1000} <= counts
    with pytest.raises(UsageError, match="needs assessments"):
        meta.insertions(Source(prior_results=evaluate(QRELS, RUNS)), PlotOptions())
