"""Sums behind measures of effort: D is not relevant, B costs two screens more, A nothing."""

from __future__ import annotations

import numpy as np
import pytest
from tests.measures.worlds import screens

from partwise.gains.efforts import LE
from partwise.measures import CE, NCE


@pytest.mark.parametrize(
    ("depth", "early", "more", "ideal"),
    [
        # the ideal list begins with A and B; B stands at rank 2, A at rank 3
        (1, [False, False], [3 / 5 - 1, 1 / 5 - 1], 1),
        (2, [True, False], [3 - 1, 1 / 5 - 1], 2),
        (5, [True, False], [3 - 1, 1 / 5 - 1], 2),
    ],
)
def test_against_the_ideal_list(depth, early, more, ideal):
    found, cost, ranks = NCE(LE(screen=5)).against_ideal(screens(), depth)

    assert found.tolist() == early
    assert cost.tolist() == pytest.approx(more)
    # nothing is relevant in the second topic; the third returns nothing
    assert ranks.tolist() == [ideal, 0, min(depth, 2)]


def test_ranks_that_hold_nothing_cost_the_most():
    view, measure = screens(), CE(LE(screen=5))
    cost = np.array([2.0, 0.0])

    assert measure.total(view, cost, np.array([1, 3, 3])).tolist() == [2 + 4, 12, 12]
    assert measure.total(view, cost, np.zeros(3, np.int64)).tolist() == [2, 0, 0]
