from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.report.material import averaging, budgets, curve, round_above


@pytest.mark.parametrize(("number", "above"), [(1, 1), (3, 5), (1000, 1000), (13_000, 20_000)])
def test_round_above(number, above):
    assert round_above(number) == above


def test_budgets_hold_every_one_that_is_asked_for(example):
    points = budgets(example.accounts, [4000, 333])

    assert {333, 4000, 100} <= {*points}
    assert points == sorted(points)
    assert points[-1] == 10_000  # the runs' largest median length is 5,196


def test_a_curve_is_the_measure_at_every_point(example):
    averages = [averaging(counted, "skip") for counted in example.averaged]
    found = curve(example.accounts, averages, [4000])
    runs = [view.run for view in example.views]
    words = [f"CharR(budget={n})" for n in found["budget"]]
    measured = pw.evaluate(
        example.views[0].assessments.qrels, runs, [*words, *(f"CharR@{k}" for k in found["rank"])]
    ).mean_table

    assert np.array_equal(measured[:, : len(words)], found["recall"])
    assert np.array_equal(measured[:, len(words) :], found["recall_rank"])


def test_undefined_topics_count_as_the_results_count_them():
    values = np.array([1.0, np.nan, 0.5, 0.0])
    counted = np.array([True, True, True, False])

    assert averaging(counted, "skip")(values) == 0.75
    assert averaging(counted, "zero")(values) == 0.5
