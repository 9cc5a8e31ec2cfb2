from __future__ import annotations

import numpy as np

from partwise.statistics.differences import counts, deviations, difference, exact_means

NAN = np.nan


def test_rounding_is_no_difference():
    gap = difference(np.array([0.1 + 0.2, 1.0, 0.5, NAN]), np.array([0.3, 1 - 2e-16, 0.25, 1.0]))

    assert gap[:3].tolist() == [0.0, 0.0, 0.25]
    assert np.isnan(gap[3])


def test_tiny_values_are_not_rounded_away():
    assert difference(np.array([3e-15]), np.array([1e-15]))[0] == 3e-15 - 1e-15


def test_counts_and_means_skip_what_is_not_paired():
    block = np.array([[1.0, NAN], [2.0, NAN], [NAN, NAN]])

    assert counts(block).tolist() == [2, 0]
    assert exact_means(block)[0] == 1.5
    assert np.isnan(exact_means(block)[1])


def test_means_are_exactly_rounded():
    assert exact_means(np.full((10, 1), 0.1)) == 0.1


def test_deviation_is_that_of_numpy():
    values = np.random.default_rng(0).normal(size=(9, 2))
    values[3, 1] = NAN

    spread = deviations(values)

    np.testing.assert_allclose(spread, np.nanstd(values, axis=0, ddof=1), rtol=1e-14)


def test_deviation_of_a_constant_is_exactly_zero():
    # 0.3 - 0.2 and 0.5 - 0.4 differ in the last bits
    block = np.array([[0.3 - 0.2], [0.5 - 0.4], [0.8 - 0.7]])

    assert np.ptp(block) > 0
    assert deviations(block) == 0
    assert np.isnan(deviations(block[:1]))


def test_two_rows_have_a_deviation_and_one_has_none():
    block = np.array([[1.0, NAN], [4.0, 2.0]])

    assert deviations(block)[0] == np.sqrt(((1 - 2.5) ** 2 + (4 - 2.5) ** 2) / (2 - 1))
    assert np.isnan(deviations(block)[1])


def test_no_difference_has_no_sign():
    assert str(difference(np.array([-0.0]), np.array([0.0]))[0]) == "0.0"
