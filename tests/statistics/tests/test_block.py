import numpy as np
import pytest

from partwise.errors import ParameterError
from partwise.statistics.paired_tests import Settings, adjusted
from partwise.statistics.paired_tests import tested as statistics_of


@pytest.mark.parametrize(
    "wrong",
    [
        {"correction": "holmes"},
        {"alpha": 0.0},
        {"confidence": 1.0},
        {"tie": -0.1},
        {"tie": float("inf")},
        {"flips": 99},
        {"resamples": 99},
        {"seed": -1},
    ],
)
def test_settings_that_cannot_be(wrong):
    with pytest.raises(ParameterError):
        Settings(**wrong)


def test_by_hand():
    # gaps 0.2, 0.4 and one undefined; means over the paired topics only
    values, base = np.array([[0.3], [0.8], [np.nan]]), np.array([[0.1], [0.4], [0.9]])
    found = statistics_of(values, base, np.ones(1), Settings(flips=100, resamples=100))

    assert found["topics"].tolist() == [2]
    assert found["mean"] == pytest.approx([0.55])
    assert found["baseline_mean"] == pytest.approx([0.25])
    assert found["difference"] == pytest.approx([0.3])
    assert found["relative"] == pytest.approx([0.3 / 0.25])
    # of the four signs of two gaps, two reach the mean
    assert found["permutation"] == pytest.approx([0.5])
    assert [found[n].tolist() for n in ("wins", "ties", "losses")] == [[2], [0], [0]]


def test_lower_is_better_turns_wins():
    values, base = np.array([[0.3], [0.8]]), np.array([[0.1], [0.4]])
    found = statistics_of(values, base, -np.ones(1), Settings(flips=100, resamples=100))
    assert (found["wins"].tolist(), found["losses"].tolist()) == ([0], [2])


def test_corrections_are_added():
    columns = adjusted({"permutation": np.array([0.01, 0.04])})
    assert columns["bonferroni"] == pytest.approx([0.02, 0.08])
    assert {"holm", "bh"} <= set(columns)
    assert "none" not in columns
