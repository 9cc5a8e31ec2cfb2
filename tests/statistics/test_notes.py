from dataclasses import replace

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.statistics.compare import compare

BASE = [0.1, 0.4, 0.2, 0.6]


@pytest.mark.parametrize(
    ("base", "run", "note"),
    [
        (BASE, BASE, "r1 equals r0 on every topic"),
        ([0.1], [0.3], "only one topic: no interval and no t-test: r1 M0"),
        (BASE, [x + 0.25 for x in BASE], "the same difference on all topics, no t-test: r1 M0"),
        ([0.0] * 4, BASE, "the baseline's mean is 0, no relative change: r1 M0"),
        ([0.0] * 2, [0.5, 1.5], "the baseline's mean is 0, no relative change: r1 M0"),
        (
            BASE,
            [0.3, np.nan, 0.1, 0.9],
            "1 topic is defined for one of the two runs only and left out: r1 M0",
        ),
    ],
)
def test_what_could_not_be_tested(base, run, note):
    assert note in compare(results([base, run])).notes


def test_nothing_is_lost_where_nothing_changes():
    said = compare(results([[0.0] * 2, [0.0] * 2])).notes

    assert not [note for note in said if "no relative change" in note]


def test_a_measure_that_is_never_defined_for_both():
    values = [[BASE, [0.1] + [np.nan] * 3], [BASE[::-1], [np.nan] + [0.2] * 3]]
    notes = compare(results(values)).notes

    assert "no topic is defined for both runs: r1 M1" in notes
    assert not any("left out" in note for note in notes)


def test_nothing_to_say():
    assert not compare(results([BASE, [0.3, 0.1, 0.9, 0.5]])).notes


def test_equal_means_equal_by_every_measure():
    other = [0.3, 0.1, 0.9, 0.5]
    half = compare(results([[BASE, BASE], [BASE, other]])).notes

    assert not any("equals" in note for note in half)
    assert "r1 equals r0 on every topic" in compare(results([[BASE, BASE]] * 2)).notes


def test_measures_that_are_averaged_as_logarithms_are_named():
    both = results([[BASE, BASE], [BASE[::-1], BASE]])
    mixed = replace(both, aggregates=("geometric mean, floor=max", "mean"))

    (note,) = [note for note in compare(mixed).notes if "logarithms" in note]
    assert note.startswith("M0: differences and their tests are of logarithms")
    assert not any("logarithms" in note for note in compare(both).notes)
