from __future__ import annotations

import numpy as np
import pytest

from partwise.lab.reliability_criteria import _resamples, discriminative_power


def slow_level(x, y, times):
    """Achieved significance level, resample by resample."""
    gap = x - y
    n = gap.size
    t = abs(gap.mean()) / (gap.std(ddof=1) / np.sqrt(n))
    shifted = gap - gap.mean()
    reached = 0
    for row in times.astype(int):
        sample = np.repeat(shifted, row)
        reached += abs(sample.mean()) / (sample.std(ddof=1) / np.sqrt(n)) >= t * (1 - 1e-9)
    return reached / len(times)


def test_equals_the_slow_test():
    random = np.random.default_rng(0)
    values = random.random((4, 15)) + np.array([0, 0.05, 0.15, 0.4])[:, None]
    times = _resamples(15, 300, 2)
    levels = [slow_level(values[a], values[b], times) for a in range(4) for b in range(a + 1, 4)]

    found = discriminative_power(values, resamples=300, seed=2)

    assert found.pairs == 6
    assert found.power == np.mean(np.array(levels) < 0.05)


def test_equal_runs_cannot_be_told_apart():
    found = discriminative_power(np.tile(np.arange(9.0), (3, 1)))

    assert found.power == 0
    assert np.isnan(found.difference)


def test_false_alarms_are_near_alpha():
    values = np.random.default_rng(1).normal(size=(60, 40))

    assert discriminative_power(values).power == pytest.approx(0.05, abs=0.025)


def test_clear_differences_are_found():
    random = np.random.default_rng(2)
    values = random.normal(0, 0.05, (5, 30)) + np.arange(5)[:, None]
    found = discriminative_power(values)

    assert found.power == 1
    assert 0 < found.difference < 0.1


def test_one_topic_or_one_run():
    assert np.isnan(discriminative_power(np.zeros((3, 1))).power)
    assert np.isnan(discriminative_power(np.zeros((1, 9))).power)
