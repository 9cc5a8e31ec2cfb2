from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from partwise.statistics.paired_tests import detectable, effect_needed, t_power


@pytest.mark.parametrize("n", [2, 3, 10, 34, 500, 5_000])
@pytest.mark.parametrize("effect", [0.05, 0.3, 1.0])
def test_power_equals_statsmodels(n, effect):
    theirs = TTestPower().power(effect, n, 0.05, alternative="two-sided")
    assert t_power(effect, n) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("n", [2, 5, 34, 500])
def test_the_needed_effect_has_the_power(n):
    assert t_power(effect_needed(n), n) == pytest.approx(0.8, abs=1e-9)


def test_little_power_needs_a_small_effect():
    assert t_power(effect_needed(30, 0.05, 0.1), 30) == pytest.approx(0.1, abs=1e-9)


def test_the_promise_holds_on_simulated_topics():
    n, spread = 25, 0.2
    true = spread * effect_needed(n)
    samples = np.random.default_rng(0).normal(true, spread, (n, 4_000))
    t = samples.mean(axis=0) / (samples.std(axis=0, ddof=1) / np.sqrt(n))

    assert np.mean(np.abs(t) > 2.0639) == pytest.approx(0.8, abs=0.02)  # t of 24 at .975


def test_detectable_scales_with_the_spread():
    values = np.random.default_rng(1).normal(size=(20, 1))

    assert detectable(3 * values) == pytest.approx(3 * detectable(values))
    assert detectable(values)[0] == pytest.approx(effect_needed(20) * values.std(ddof=1))


def test_detectable_needs_a_spread():
    block = np.array([[0.0, 0.5, 0.5, np.nan], [0.0, 0.5, np.nan, np.nan]])

    assert np.isnan(detectable(block)).all()
    assert np.isnan(effect_needed(1))
