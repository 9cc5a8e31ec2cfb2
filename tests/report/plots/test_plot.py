"""Plots from Python."""

from __future__ import annotations

import pickle

import pytest
from tests.report.plots.conftest import QRELS, RUNS

import partwise as pw
from partwise.errors import UsageError


def test_results_plot_what_they_were_evaluated_from():
    results = pw.evaluate(QRELS, RUNS, ["CharR(budget=500)"])
    assert results.plot("budget").spec == pw.plot("budget", QRELS, RUNS, "CharR(budget=500)").spec
    assert results.plot("means").spec == pw.plot("means", results).spec


def test_runs_that_are_gone():
    runs = [pw.read_run(name) for name in RUNS]
    results = pw.evaluate(QRELS, runs)
    assert results.plot("recall", theme="print").kind == "recall"
    del runs
    with pytest.raises(UsageError, match=r"use .*pw\.plot\(kind, qrels, runs\)"):
        results.plot("recall")
    assert results.plot("differences").kind == "differences"


def test_saved_results_hold_no_runs():
    results = pickle.loads(pickle.dumps(pw.evaluate(QRELS, RUNS)))
    with pytest.raises(UsageError, match="needs assessments and runs"):
        results.plot("spent")
    assert results.plot("means").kind == "means"


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"theme": "blue"}, "theme must be one of light, dark, print, not 'blue'"),
        ({"width": 0}, "width must be a whole number of at least 1, not 0"),
        ({"ranks": 2.5}, "ranks must be a whole number"),
    ],
)
def test_wishes_that_cannot_be(wishes, words):
    with pytest.raises(UsageError, match=words):
        pw.plot("means", QRELS, RUNS, **wishes)


def test_words_that_are_no_wishes():
    results = pw.evaluate(QRELS, RUNS)
    with pytest.raises(UsageError, match=r"plot takes title, width, .* not colour"):
        results.plot("means", colour="red")
    with pytest.raises(UsageError, match="take no runs"):
        pw.plot("means", results, RUNS)
    with pytest.raises(UsageError, match="there is no kind of plot 'pie'"):
        results.plot("pie")
