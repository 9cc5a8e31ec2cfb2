"""What plots are made from."""

from __future__ import annotations

from tests.report.plots.conftest import QRELS, RUNS

from partwise.evaluation.evaluate import evaluate
from partwise.report.plots import PlotOptions, Source, coloured, points


def test_ranks_are_dense_first_and_end_where_asked():
    assert points(1) == [1]
    assert points(30) == list(range(1, 31))
    many = points(1000)
    assert many[:30] == list(range(1, 31))
    assert many[-1] == 1000
    assert many == sorted(set(many))


def test_a_preset_stands_once_in_what_was_evaluated():
    known = evaluate(QRELS, RUNS, preset="rag")
    source = Source(QRELS, RUNS, None, {"preset": "rag"}, known)
    assert source.findings(PlotOptions()).results.measures == known.measures


def test_few_runs_are_all_told_apart(source):
    assert list(coloured(source.results, 1)) == [0, 1, 2]
