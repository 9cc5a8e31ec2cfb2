"""Small drawings in notebooks."""

from __future__ import annotations

import re

import numpy as np
from tests.statistics.builders import results

from partwise.lab.correlate import correlate
from partwise.report.comparison import comparison_document as document
from partwise.report.notebook import MOST_CELLS, differences, intervals, shades, whisker
from partwise.statistics.compare import compare
from partwise.statistics.paired_tests import mean_interval

VALUES = np.random.default_rng(7).random((3, 2, 12))


def test_a_whisker_stands_on_its_scale():
    drawn = whisker((0.0, 0.5, 1.0), (0.0, 1.0), "words")
    assert 'd="M4.0 4H66.0"' in drawn
    assert 'cx="35.0"' in drawn
    assert 'aria-label="words"' in drawn
    assert "style" not in drawn
    assert "<script" not in drawn
    assert 'cx="4.0"' in whisker((2.0, 2.0, 2.0), (2.0, 2.0), "one value")


def test_intervals_are_those_of_the_bootstrap():
    found = results(VALUES, measures=["AP", "RR"])
    drawn = intervals(found, [2, 0])
    assert set(drawn) == {(r, m) for r in range(2) for m in range(2)}
    low, high = mean_interval(VALUES[[2, 0]].reshape(4, 12).T)
    assert f"95 % interval {low[1]:.4f} to {high[1]:.4f}" in drawn[0, 1]


def test_heavy_tables_and_one_topic_are_not_drawn_into():
    assert intervals(results(VALUES[:, :, :1]), [0]) == {}
    many = results(np.random.default_rng(1).random((MOST_CELLS + 1, 1, 3)))
    assert intervals(many, range(MOST_CELLS + 1)) == {}


def test_undefined_means_have_no_interval():
    values = VALUES.copy()
    values[1, 0] = np.nan
    drawn = intervals(results(values, measures=["AP", "RR"]), [0, 1, 2])
    assert (1, 0) not in drawn
    assert (0, 0) in drawn


def test_differences_around_nothing():
    found = compare(results(VALUES, measures=["AP", "RR"]))
    grid = document(found).sheets("↓")[0].grid
    drawn = differences(found, grid, found.baselines[0])
    column = grid.columns.index("95 % interval")
    assert set(drawn) == {(r, column) for r in range(len(grid.rows))}
    for (r, _), line in drawn.items():
        row = found.rows[r]
        assert f"{row.low:+.4f} to {row.high:+.4f}" in line
        assert "M35 0V8" in line
        right = float(re.search(r'cx="([\d.]+)"', line)[1]) > 35
        assert right == (row.difference > 0)


def test_shades_follow_tau():
    found = correlate(results(VALUES, measures=["AP", "RR"]))
    tau = found.tau[1, 0]
    assert list(shades(found)) == [(0, 0)]
    assert shades(found)[0, 0].startswith(
        "background: rgba(31, 111, 180" if tau > 0 else "background: rgba(192, 76, 8"
    )
