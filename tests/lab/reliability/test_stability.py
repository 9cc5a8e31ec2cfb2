from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import ParameterError
from partwise.lab.reliability_criteria import decisions, ranking_taus


def test_error_rate_and_ties_by_hand():
    # four variants, runs A B C
    means = np.array(
        [
            [0.50, 0.40, 0.10],
            [0.50, 0.49, 0.10],  # A and B differ by 2 % of 0.50: a tie
            [0.40, 0.50, 0.10],  # B beats A: against the majority
            [0.60, 0.40, 0.10],
        ]
    )
    # A-B: 2 wins, 1 loss, 1 tie; A-C and B-C: 4 wins each; 12 comparisons
    found = decisions(means, "higher")

    assert found.error_rate == 1 / 12
    assert found.ties == 1 / 12


def test_fuzziness_is_a_share_of_the_larger_mean():
    means = np.array([[0.95, 1.0]])

    assert decisions(means, "higher", fuzziness=0.05).ties == 0  # 0.05 is not less than 5 % of 1
    assert decisions(means, "higher", fuzziness=0.051).ties == 1
    assert decisions(np.array([[0.0, 0.0]]), "higher", fuzziness=0).ties == 1
    with pytest.raises(ParameterError):
        decisions(means, "higher", fuzziness=1)


def test_direction_changes_nothing_but_the_winner():
    means = np.random.default_rng(0).random((7, 5))

    assert decisions(means, "lower") == decisions(means, "higher")


def test_a_run_without_a_mean_counts_for_nothing():
    means = np.array([[0.5, 0.4], [0.5, np.nan]])

    assert decisions(means, "higher").error_rate == 0
    assert np.isnan(decisions(means[1:], "higher").error_rate)


def test_taus_against_the_official_ranking():
    official = np.array([0.4, 0.3, 0.2, 0.1])
    variants = np.array(
        [[0.4, 0.3, 0.2, 0.1], [0.3, 0.4, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], [1.0] * 4]
    )

    taus = ranking_taus(variants, official, "higher")

    assert taus[:3].tolist() == pytest.approx([1, 4 / 6, -1])
    assert np.isnan(taus[3])
    assert ranking_taus(variants, official, "lower")[:3].tolist() == pytest.approx([1, 4 / 6, -1])
