"""Results: means, frames, JSON there and back."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from partwise.errors import FormatError, TableError
from partwise.tables.aggregates import MEAN
from partwise.tables.results import Results


@pytest.fixture
def results():
    table = np.array([[[0.1, np.nan], [3, 4]], [[np.nan, np.nan], [1, 2.5]]])
    return Results(
        runs=("a", "b"),
        topics=("t1", "t2"),
        measures=("AP", "CE@3"),
        better=("higher", "lower"),
        table=table,
        present=np.ones((2, 2), bool),
        counts={"judged": 2, "run": 2, "ignored": 0},
        notes=("one note",),
    )


def test_means_leave_undefined_topics_out(results):
    assert results.mean("a", "AP") == 0.1
    assert results.mean("a", "CE@3") == 3.5
    assert math.isnan(results.mean("b", "AP"))
    assert results.undefined.tolist() == [[1, 0], [2, 0]]


def test_the_mean_is_rounded_once():
    values = np.array([1e16, 1.0, -1e16, 1.0])

    assert MEAN.of(values) == 0.5


def test_frames(results):
    assert results.means.rows() == [
        ("a", "AP", 0.1, 1),
        ("a", "CE@3", 3.5, 0),
        ("b", "AP", None, 2),
        ("b", "CE@3", 1.75, 0),
    ]
    assert results.values.rows()[:3] == [
        ("a", "t1", "AP", 0.1),
        ("a", "t1", "CE@3", 3.0),
        ("a", "t2", "AP", None),
    ]
    assert len(results.to_pandas()) == 8


def test_json_there_and_back(results):
    again = Results.from_json(results.to_json())

    assert again.runs == results.runs
    assert again.topics == results.topics
    assert again.better == results.better
    assert again.notes == results.notes
    assert np.array_equal(again.table, results.table, equal_nan=True)


def test_json_shape(results):
    data = json.loads(results.to_json(per_topic=False))

    assert list(data) == ["partwise", "options", "inputs", "topics", "runs", "notes"]
    assert data["runs"][0]["values"][0] == {"measure": "AP", "mean": 0.1, "undefined": 1}
    assert data["runs"][1]["values"][0]["mean"] is None


def test_saved_results_from_a_file(results, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(results.to_json())

    assert Results.from_json(path).runs == ("a", "b")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": 3}', '{"a": 1}'])
def test_other_files_are_refused(text, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(text)

    with pytest.raises(FormatError, match=r"r\.json: not saved results"):
        Results.from_json(path)


def test_means_alone_cannot_be_compared(results):
    with pytest.raises(FormatError, match="means only"):
        Results.from_json(results.to_json(per_topic=False))


def test_unknown_names(results):
    with pytest.raises(TableError, match=r'no run "c" \(available: a, b\)'):
        results.mean("c", "AP")
