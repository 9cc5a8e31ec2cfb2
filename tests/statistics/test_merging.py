from __future__ import annotations

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.errors import UsageError
from partwise.statistics.merging import merge


def test_topics_are_matched_by_id_not_by_position():
    a = results([[0.1, 0.2, 0.3]], runs=["a"], topics=["x", "y", "z"])
    b = results([[0.9, 0.8, 0.7]], runs=["b"], topics=["z", "w", "x"])

    merged = merge([a, b])

    assert merged.topics == ("x", "y", "z", "w")
    np.testing.assert_array_equal(merged.of("a", "M0"), [0.1, 0.2, 0.3, np.nan])
    np.testing.assert_array_equal(merged.of("b", "M0"), [0.7, np.nan, 0.9, 0.8])
    assert "2 of 4 topics are not in all results and not paired" in merged.notes


def test_one_results_comes_back_as_it_is():
    a = results([[0.1]])

    assert merge([a]) is a


def test_measures_in_common_in_the_order_of_the_first():
    a = results(np.zeros((1, 3, 2)), runs=["a"], measures=["P", "Q", "R"])
    b = results(np.ones((1, 2, 2)), runs=["b"], measures=["R", "P"])

    merged = merge([a, b])

    assert merged.measures == ("P", "R")
    assert "not in all results, left out: Q" in merged.notes


def test_a_second_run_of_one_name_is_renamed():
    a, b, c = (results([[float(i)]], runs=["same"]) for i in range(3))

    merged = merge([a, b, c])

    assert merged.runs == ("same", "same#2", "same#3")
    assert merged.of("same#3", "M0") == 2.0
    assert "a second run is called same; it is shown as same#2" in merged.notes


def test_what_cannot_be_merged():
    one = results([[0.1]], measures=["P"])
    with pytest.raises(UsageError, match="no measure in common"):
        merge([one, results([[0.1]], measures=["Q"])])
    with pytest.raises(UsageError, match="higher is better in one"):
        merge([one, results([[0.1]], measures=["P"], better=["lower"])])
    with pytest.raises(UsageError, match="no results"):
        merge([])
