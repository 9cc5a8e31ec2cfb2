"""What measures ask user models for."""

from __future__ import annotations

import numpy as np
from tests.users.places import passages

from partwise.users.base import Moves, Navigation


class _Later(Navigation):
    """Test."""

    def chance(self, x, y):
        return np.where(y.start > x.start, 0.5, 0.0)

    def visits(self, x, y):
        return self.chance(x, y) / 2

    def row_sum(self, x):
        return x.start / 100


class _Anywhere(_Later):
    """Test."""

    across = True


def test_models_are_asked_about_the_nodes_themselves():
    moves = Moves(_Later(), passages((0, 5), (10, 15), (20, 25)))
    topic, x, y = np.array([0, 3]), np.array([0, 2]), np.array([1, 0])

    assert moves.chance(topic, x, y).tolist() == [0.5, 0]
    assert moves.visits(topic, x, y).tolist() == [0.25, 0]
    assert moves.row_sum(topic, x).tolist() == [0, 0.2]


def test_nobody_leaves_a_document_unless_the_model_says_so():
    nodes = passages((0, 5), (10, 15))
    assert Moves(_Later(), nodes).cross_document() is None
    left, reached = Moves(_Anywhere(), nodes).cross_document()
    assert left.tolist() == reached.tolist() == [True, True]
