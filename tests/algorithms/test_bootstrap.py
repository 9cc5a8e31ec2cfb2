from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.stats._resampling import BootstrapResult

from partwise.statistics import paired_tests as bootstrap
from partwise.statistics.paired_tests import mean_interval, resampled_means


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_equals_scipy_on_the_same_resamples(confidence):
    values = np.random.default_rng(0).gamma(0.7, size=(30, 2)) - 0.3
    low, high = mean_interval(values, confidence=confidence, resamples=2_000, seed=5)
    drawn = resampled_means(values, 2_000, 5)

    for c in range(2):
        before = BootstrapResult(None, drawn[:, c], None)
        theirs = stats.bootstrap(
            (values[:, c],),
            np.mean,
            confidence_level=confidence,
            method="BCa",
            n_resamples=0,
            bootstrap_result=before,
        ).confidence_interval
        assert low[c] == pytest.approx(theirs.low, rel=1e-9)
        assert high[c] == pytest.approx(theirs.high, rel=1e-9)


def test_resamples_have_the_bootstrap_moments():
    values = np.arange(10.0)[:, None]
    drawn = resampled_means(values, 20_000, 1)

    assert drawn.mean() == pytest.approx(4.5, abs=0.03)
    assert drawn.var() == pytest.approx(values.var() / 10, rel=0.05)


def test_a_constant_difference_is_its_own_interval():
    block = np.array([[0.0, 0.3 - 0.2, np.nan, 0.5, 0.0], [0.0, 0.5 - 0.4, np.nan, np.nan, np.nan]])

    low, high = mean_interval(block)

    assert (low[0], high[0]) == (0.0, 0.0)  # identical runs
    assert low[1] == high[1] == pytest.approx(0.1)
    assert np.isnan([low[2], high[2], low[3], high[3]]).all()  # no topic; one topic
    assert (low[4], high[4]) == (0.0, 0.0)  # one topic without a difference


def test_extreme_skewness_has_a_finite_interval_around_the_mean():
    values = np.zeros((100, 1))
    values[0] = 1.0  # acceleration .164, almost the greatest there is

    low, high = mean_interval(values)

    assert 0.0 <= low[0] <= 0.01 <= high[0] <= 1.0


def test_a_comparison_does_not_depend_on_the_others():
    values = np.random.default_rng(3).normal(0.1, 1, (20, 3))
    values[4, 1] = np.nan

    low, high = mean_interval(values, resamples=500)

    for c in range(3):
        alone = mean_interval(values[:, [c]], resamples=500)
        np.testing.assert_allclose((low[c], high[c]), np.ravel(alone), rtol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["normal", "bounded"])
def test_coverage_is_close_to_nominal(kind):
    random = np.random.default_rng(7)
    if kind == "normal":
        samples, true = random.normal(0.02, 0.1, (40, 1_500)), 0.02
    else:  # like differences of a measure: many zeros, skewed, bounded
        changed = random.random((40, 1_500)) < 0.6
        samples = np.where(changed, random.beta(1.5, 4, (40, 1_500)) - 0.2, 0.0)
        true = 0.6 * (1.5 / 5.5 - 0.2)

    low, high = mean_interval(samples, resamples=1_000)

    covered = np.mean((low <= true) & (true <= high))
    assert 0.92 <= covered <= 0.97


def test_large_topic_sets_are_resampled_in_small_blocks(monkeypatch):
    values = np.random.default_rng(1).random((600, 3))
    whole = resampled_means(values, 700, 4)
    monkeypatch.setattr(bootstrap, "_CELLS", 20_000)

    assert resampled_means(values, 700, 4) == pytest.approx(whole, rel=1e-14)


def test_means_that_equal_the_observed_one_count_half():
    """Whole numbers on 32 topics: many resamples have exactly the observed mean."""
    values = np.random.default_rng(2).integers(0, 3, (32, 1)).astype(float)
    drawn = resampled_means(values, 2_000, 5)
    low, high = mean_interval(values, resamples=2_000, seed=5)

    assert np.sum(drawn == values.mean()) > 100
    theirs = stats.bootstrap(
        (values[:, 0],), np.mean, method="BCa", n_resamples=0,
        bootstrap_result=BootstrapResult(None, drawn[:, 0], None),
    ).confidence_interval  # fmt: skip
    assert (low[0], high[0]) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


def test_beyond_the_skewness_that_the_formula_bears_the_largest_resample_is_taken():
    values = np.zeros((100, 1))
    values[0] = 1.0  # skewness 1.64 / 10: 1 - .164 * 7.1 is below 0

    _, high = mean_interval(values, confidence=1 - 1e-12, resamples=500)
    assert high == resampled_means(values, 500, 0).max()


def test_means_that_differ_by_rounding_are_equal():
    whole = np.random.default_rng(2).integers(0, 3, (30, 1)).astype(float)
    low, high = mean_interval(whole, resamples=2_000)

    for unit in (0.1, 1e-6, 1e6 / 3):
        assert mean_interval(whole * unit, resamples=2_000)[0] == pytest.approx(low * unit)
        assert mean_interval(whole * unit, resamples=2_000)[1] == pytest.approx(high * unit)
