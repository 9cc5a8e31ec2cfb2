from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from partwise.statistics.paired_tests import t_p, wilcoxon_p


def test_t_equals_scipy():
    random = np.random.default_rng(0)
    for n in (2, 5, 34):
        run, base = random.random((2, n, 4))
        np.testing.assert_allclose(t_p(run - base), stats.ttest_rel(run, base).pvalue, rtol=1e-12)


def test_t_skips_what_is_not_paired():
    values = np.random.default_rng(1).normal(size=(9, 1))
    values[2] = np.nan

    assert t_p(values)[0] == pytest.approx(stats.ttest_1samp(values[~np.isnan(values)], 0).pvalue)


def test_t_says_nothing_on_a_constant_difference():
    block = np.array([[0.0, 0.3 - 0.2, 0.4], [0.0, 0.5 - 0.4, np.nan]])

    p = t_p(block)

    assert p[0] == 1.0
    assert np.isnan(p[1:]).all()


def test_wilcoxon_equals_scipy():
    random = np.random.default_rng(2)
    for n in (6, 30, 70):
        values = random.normal(0.2, 1, (n, 2))
        expected = [stats.wilcoxon(column).pvalue for column in values.T]
        assert wilcoxon_p(values).tolist() == pytest.approx(expected, rel=1e-12)


def test_wilcoxon_by_hand():
    # ranks 1 2 3, all positive: 2 of the 8 sign patterns are as extreme
    assert wilcoxon_p(np.array([[0.1], [0.2], [0.3]])) == pytest.approx([0.25])


def test_wilcoxon_drops_zeros_and_unpaired():
    block = np.array([[0.1], [0.2], [0.3], [0.0], [0.0], [np.nan]])

    assert wilcoxon_p(block) == pytest.approx([0.25])
    assert wilcoxon_p(np.zeros((4, 1))) == 1.0
    assert wilcoxon_p(np.zeros((1, 1))) == 1.0
    assert wilcoxon_p(np.array([[0.5]])) == 1.0
    assert np.isnan(wilcoxon_p(np.full((4, 1), np.nan))).all()
