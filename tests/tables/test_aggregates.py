"""From the values of topics to one number."""

from __future__ import annotations

import math

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, UsageError
from partwise.statistics.compare import compare
from partwise.statistics.merging import merge
from partwise.tables.aggregates import AGGREGATES, LEAST, MEAN
from partwise.tables.results import Results

MAX, ADD = "geometric mean, floor=max", "geometric mean, floor=add"


def of(name, *values):
    return AGGREGATES[name].of(np.array(values, np.float64))


def test_undefined_topics_are_left_out():
    assert of("mean", 1, math.nan, 2) == 1.5
    assert of(MAX, 0.25, math.nan, 1) == pytest.approx(0.5)
    assert math.isnan(MEAN.of(np.array([math.nan])))


def test_what_stands_for_zero():
    assert of(MAX, 0, 0) == pytest.approx(LEAST)
    assert of(ADD, 0, 1) == pytest.approx(math.sqrt(LEAST * (1 + LEAST)))


def test_values_on_the_scale_of_their_mean():
    values = np.array([[0.5, math.nan], [0.0, 1.0]])
    assert MEAN.scaled(values) is values
    scaled = AGGREGATES[MAX].scaled(values)
    assert scaled[0, 0] == math.log(0.5)
    assert math.isnan(scaled[0, 1])
    assert scaled[1].tolist() == [math.log(LEAST), 0]


def made(*rows, aggregate=MAX, runs=None):
    table = np.array(rows, np.float64)[:, None, :]
    names = tuple(runs or (f"r{i}" for i in range(len(rows))))
    topics = tuple(f"t{i}" for i in range(table.shape[2]))
    present = np.ones((len(rows), len(topics)), bool)
    return Results(
        names, topics, ("GM(AP)",), ("higher",), table, present, {"judged": len(topics)},
        aggregates=(aggregate,),
    )  # fmt: skip


def test_comparisons_are_of_logarithms_and_say_so():
    results = made([0.1, 0.2, 0.4, 0.8], [0.2, 0.4, 0.8, 0.8])
    found = compare(results, flips=100, resamples=100)
    row = found.rows[0]
    assert row.baseline_mean == results.mean("r0", "GM(AP)")
    assert row.mean == results.mean("r1", "GM(AP)")
    assert row.difference == pytest.approx(3 / 4 * math.log(2))
    assert row.low <= row.difference <= row.high
    assert row.relative == pytest.approx(row.mean / row.baseline_mean - 1)
    assert row.relative == pytest.approx(math.exp(row.difference) - 1)
    words = "GM(AP): differences and their tests are of logarithms (geometric mean)"
    assert [str(note) for note in found.notes] == [words]


def test_merged_results_keep_it():
    one, two = made([0.1, 0.4], runs=["a"]), made([0.2, 0.8], runs=["b"])
    merged = merge([one, two])
    assert merged.aggregates == (MAX,)
    assert merged.mean("b", "GM(AP)") == two.mean("b", "GM(AP)") == pytest.approx(0.4)
    with pytest.raises(UsageError, match="averaged differently in different results"):
        merge([one, made([0.2, 0.8], aggregate=ADD, runs=["b"])])


def test_counts_are_summed_beside_their_mean():
    results = pw.evaluate({"a": {"x": 1}, "b": {"x": 1}}, {"a": {"x": 1.0, "y": 0.5}}, ["NumRet"])
    assert results.mean("run", "NumRet") == 1
    assert results.sum("run", "NumRet") == 2
    assert '"sum": 2' in results.to_json()
    assert Results.from_json(results.to_json()).sum("run", "NumRet") == 2


def test_an_unknown_aggregate_is_refused():
    text = made([0.1, 0.2]).to_json().replace("floor=max", "floor=min")
    with pytest.raises(FormatError, match="unknown aggregate"):
        Results.from_json(text)
