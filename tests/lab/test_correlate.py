from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats
from tests.statistics.builders import results

from partwise.errors import ParameterError, UnknownNameError, UsageError
from partwise.lab.correlate import correlate


@pytest.fixture
def four():
    """Four runs; B agrees with A, C is lower-is-better and agrees, D turns the order round."""
    means = np.array([0.1, 0.2, 0.3, 0.4])
    values = np.stack([means, means + 0.05, 1 - means, 1 - means], axis=1)
    spread = values[:, :, None] + np.array([-0.01, 0.0, 0.01])
    return results(
        spread, measures=["A", "B", "C", "D"], better=["higher", "higher", "lower", "higher"]
    )


def test_rankings_are_oriented(four):
    found = correlate(four)

    assert found.tau[0].tolist() == pytest.approx([1, 1, 1, -1])
    assert found.tau_ap[3].tolist() == pytest.approx([-1, -1, -1, 1])
    assert found.weighted[0, 3] == pytest.approx(-1)
    assert found.p[0, 1] == pytest.approx(2 / 24)


def test_who_agrees(four):
    assert correlate(four).agreeing == ()
    assert correlate(four, alpha=0.1).agreeing == (("A", "B"), ("A", "C"), ("B", "C"))


def test_too_few_runs_show_nothing(four):
    # findings 10.7: two equal rankings of four runs have p = 2/24
    found = correlate(four)

    assert found.agree("A", "B") is None
    assert found.too_few == (
        "4 runs cannot show agreement: even tau 1 has p = 0.083 (5 runs are needed at 0.05)"
    )
    assert correlate(four, alpha=0.1).agree("A", "D") is False
    assert correlate(four, alpha=0.1).too_few == ""
    assert correlate(four, alpha=0).too_few.endswith("has p = 0.083")


def test_measures_of_which_less_is_better(four):
    # findings 10.8
    found, raw = correlate(four), correlate(four, signs="raw")

    assert found.lower == raw.lower == ("C",)
    assert found.tau[0, 2] == pytest.approx(1)
    assert raw.tau[0, 2] == pytest.approx(-1)
    turned = (
        "C: lower is better, so its ranking is turned round "
        '(signs="raw" correlates the numbers themselves)'
    )
    assert turned in found.notes
    assert raw.notes == ()
    with pytest.raises(ParameterError, match="better or raw"):
        correlate(four, signs="round")


def test_matches_scipy():
    random = np.random.default_rng(0)
    res = results(random.random((20, 3, 10)))
    means = res.mean_table
    found = correlate(res)

    for a in range(3):
        for b in range(3):
            tau = stats.kendalltau(means[:, a], means[:, b])
            assert found.tau[a, b] == pytest.approx(tau.statistic)
            assert found.p[a, b] == pytest.approx(tau.pvalue)
            weighted = stats.weightedtau(means[:, a], means[:, b]).statistic
            assert found.weighted[a, b] == pytest.approx(weighted)


def test_json(four):
    saved = json.loads(correlate(four, ["A", "D"]).to_json())

    assert list(saved)[:4] == ["measures", "runs", "tau", "p"]
    assert saved["measures"] == ["A", "D"]
    assert saved["runs"] == ["r0", "r1", "r2", "r3"]
    assert saved["tau"] == [[1.0, -1.0], [-1.0, 1.0]]
    assert np.shape(saved["tau_ap"]) == (2, 2)


def test_runs_and_measures_without_means_are_left_out(four):
    table = four.table.copy()
    table[1, 0] = np.nan
    table[:, 3] = np.nan
    found = correlate(results(table, measures=four.measures, better=four.better))

    assert found.runs == ("r0", "r2", "r3")
    assert found.measures == ("A", "B", "C")
    assert "undefined for all runs, left out: D" in found.notes
    assert "no mean under one of the measures, left out: r1" in found.notes


def test_equal_runs_have_no_correlation(four):
    table = four.table.copy()
    table[:, 1] = 0.5
    found = correlate(results(table, measures=four.measures, better=four.better))

    assert "all runs are equal, no correlation: B" in found.notes
    assert json.loads(found.to_json())["tau"][0][1] is None
    assert ("A", "B") not in found.agreeing
    assert found.agree("A", "B") is None  # findings 5.27


def test_what_cannot_be_correlated(four):
    with pytest.raises(UnknownNameError):
        correlate(four, ["E"])
    with pytest.raises(UsageError, match="at least two runs"):
        correlate(results([[0.1, 0.2]]))
    with pytest.raises(UsageError, match="fewer than two runs"):
        correlate(results([[[0.1, 0.2]] * 2, [[np.nan, np.nan]] * 2]))
    with pytest.raises(UsageError, match="only M0 is given; correlating needs at least two meas"):
        correlate(results([[0.1, 0.2], [0.3, 0.4]]))
    with pytest.raises(ParameterError):
        correlate(four, bar=2)
