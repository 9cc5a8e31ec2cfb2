from __future__ import annotations

import numpy as np
import pytest
from tests.report.conftest import found_of

from partwise.report.certainty import against, corrected, measured, pairs, verdict
from partwise.statistics.compare import compare
from partwise.statistics.paired_tests import Settings


def compared(results, asked, settings):
    every = np.ones(len(results.topics), bool)
    return corrected(results, asked, settings, [measured(results, asked, settings, every)])[0]


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_the_numbers_are_those_of_compare(example, correction):
    results = example.results
    made = compared(results, against(results, 0), Settings(correction=correction)).to_list()
    expected = compare(results, correction=correction).rows

    assert len(made) == len(expected)
    for mine, row in zip(made, expected, strict=True):
        told = row.to_dict()
        assert results.runs[mine["b"]] == told["run"]
        assert results.measures[mine["measure"]] == told["measure"]
        assert mine["difference"] == told["difference"]
        assert mine["interval"] == told["interval"]
        assert mine["p"] == told["p"]["permutation"]
        assert mine["holm"] == told["adjusted"]["holm"]
        assert mine.get("bh", told["adjusted"]["bh"]) == told["adjusted"]["bh"]
        assert (mine["won"], mine["tied"], mine["lost"]) == (row.wins, row.ties, row.losses)


def test_intervals_of_means_are_the_bootstrap_on_the_values_themselves():
    values = np.random.default_rng(1).random((1, 1, 30))
    zero = np.zeros((1, 1, 30))
    found = found_of(np.concatenate((zero, values)))
    row = compare(found.results).rows[0]

    assert found.intervals[1, 0] == pytest.approx([row.low, row.high], rel=1e-14)


def state(values, **more):
    found = found_of(values, **more)
    tests = compared(found.results, pairs(found.order, 0), Settings())
    return verdict(found.results, 0, found.order, tests, 0.05)


def test_a_clear_difference_decides():
    low, high = np.full(20, 0.1), np.full(20, 0.9)

    found = state([[low], [high], [low]])

    assert (found.state, found.order, found.worse) == ("decided", [1, 0, 2], [0, 2])


def test_lower_is_better():
    low, high = np.full(20, 0.1), np.full(20, 0.9)

    assert state([[high], [low]], better=("lower",)).order == [1, 0]


def test_some_are_worse_and_some_are_not():
    random = np.random.default_rng(2)
    one = random.random(40)
    found = state([[one], [one + random.normal(0, 0.01, 40)], [one - 5]])

    assert found.state == "undecided"
    assert found.worse == [2]
    assert len(found.tied) == 1


def test_one_topic_decides_nothing():
    assert state([[[0.0]], [[1.0]]]).state == "undecided"


def test_equal_and_alone():
    one = [0.1, 0.5, 0.7]

    assert state([[one], [one]]).state == "equal"
    assert state([[one]]).state == "single"


def test_above_twenty_runs_the_best_meets_the_others():
    values = np.random.default_rng(3).random((22, 1, 10))
    found = found_of(values)
    tests = compared(found.results, pairs(found.order, 0), Settings())

    assert len(tests.keys) == 21
    assert {b for _, b, _ in tests.keys} == {
        verdict(found.results, 0, found.order, tests, 0.05).order[0]
    }


def test_a_pair_can_be_read_both_ways():
    found = found_of(np.random.default_rng(4).random((2, 1, 12)))
    tests = compared(found.results, pairs(found.order, 0), Settings())
    one, other = tests.of(0, 1, 0), tests.of(1, 0, 0)

    assert one["difference"] == -other["difference"]
    assert (one["low"], one["wins"]) == (-other["high"], other["losses"])
