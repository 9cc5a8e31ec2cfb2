from __future__ import annotations

import math

import numpy as np
import pytest

from partwise.tables.labels import Label, restored
from partwise.tables.results import Results

NAN = math.nan


def results(*labels):
    return Results(
        runs=("r",),
        topics=("a", "b", "c"),
        measures=("CharR", "CharR", "CharP")[: len(labels)],
        better=("higher",) * len(labels),
        table=np.array([[[1.0, 0.0, 0.5]] * len(labels)]),
        present=np.ones((1, 3), np.bool_),
        counts={"judged": 3, "run": 3, "ignored": 0},
        labels=labels,
    )


def test_a_weighted_mean():
    label = Label("recall", weights=(1.0, 1.0, 2.0))

    assert label.mean(np.array([1.0, 0.0, 0.5])) == (1 + 0 + 2 * 0.5) / 4
    assert label.mean(np.array([1.0, 0.0, NAN])) == 1 / 2
    assert math.isnan(label.mean(np.full(3, NAN)))
    assert Label("recall").mean(np.ones(3)) is None


def test_what_a_label_is_about():
    assert Label("x").concerns is None
    assert Label("x", weights=(0.0, NAN)).concerns.tolist() == [True, False]


def test_json_there_and_back():
    tagged = Label("t|recall", "tool 1", spread=True, weights=(2.0, NAN, 1.0))
    found = results(Label("recall", "tool 1"), tagged, None)

    again = Results.from_json(found.to_json())

    assert again.labels[0] == Label("recall", "tool 1")
    assert (again.labels[1].name, again.labels[1].spread) == ("t|recall", True)
    assert again.labels[1].concerns.tolist() == [True, False, True]
    assert again.labels[2] is None
    np.testing.assert_array_equal(again.mean_table, found.mean_table)


def test_the_standard_deviation_is_that_of_the_population():
    values = np.array([1.0, 0.0, NAN])

    assert Label("x", spread=True).entry(values, ("a", "b", "c"))["std"] == 0.5
    assert Label("x", spread=True).entry(np.full(3, NAN), ("a", "b", "c"))["std"] is None
    assert Label("x").entry(values, ("a", "b", "c")) == {"label": "x"}


def test_nothing_to_restore():
    assert restored(None, None, None, spread=False, topics=[]) is None


def test_values_are_found_by_label_and_by_measure():
    found = results(Label("recall", weights=(1.0, 1.0, 2.0)), None)

    assert found.mean("r", "recall") == 0.5
    assert found.mean("r", "CharR") == pytest.approx(1.5 / 3)  # ours, not the tool's
    assert results(Label("recall", weights=(3.0, 1.0, 0.0))).mean("r", "CharR") == 3 / 4
    assert found.keys == (("recall", "CharR"), ("", "CharR"))
    assert found.better_of("recall") == "higher"


def test_topics_outside_a_label_are_not_undefined():
    found = results(Label("x", weights=(1.0, NAN, NAN)))

    empty = Results(
        **{**vars(found), "table": np.full((1, 1, 3), NAN), "averaged": np.ones((1, 3), bool)}
    )
    assert empty.undefined.tolist() == [[1]]
