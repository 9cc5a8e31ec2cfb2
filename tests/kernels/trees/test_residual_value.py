"""What nodes are worth after parts were shown, by hand; see also test_near_misses.py."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.trees import NOWHERE, forest, residual_values, shown_before

# 0 { 1 { 2 3 } 4 } with 10 characters a leaf
TREE = forest(
    np.zeros(5, np.int64),
    np.arange(5),
    parent=np.array([-1, 0, 1, 1, 0]),
    depth=np.array([1, 2, 3, 3, 2], np.int32),
    last=np.array([4, 3, 2, 3, 4]),
)
SIZE = np.array([30, 20, 10, 10, 10])


def worth(places, value, t=0.0, *, capped=True, size=SIZE):
    place = np.array(places)
    shown = shown_before(TREE, place)
    value = np.array(value, float)
    return residual_values(TREE, place, shown, value, size, tolerance=t, capped=capped).tolist()


def test_unseen_and_fully_seen():
    assert worth([1, 2, 1], [0, 0.5, 1, 0, 0]) == [0.5, 0, 0]
    assert worth([1, 2, 1], [0, 0.5, 1, 0, 0], 0.5) == [0.5, 0.5, 0.25]


def test_partly_seen():
    # after 2, node 1 has 3 left (1 x 10 of 20), node 0 after 1 has 4 left (.6 x 10 of 30)
    assert worth([2, 1, 0], [1, 1, 1, 1, 0.6]) == pytest.approx([1, 0.5, 0.2])


def test_partly_seen_with_tolerance():
    # (1 - t) x (t x 10 + .5 x 10) / 20 + t x 1 for t = .5
    assert worth([2, 1], [0, 1, 1, 0.5, 0], 0.5) == pytest.approx([1, 0.5 * 10 / 20 + 0.5])


def test_a_value_is_never_raised_when_capped():
    # strict: 1 is worth 0 though its child 3 is worth 1
    assert worth([2, 1], [0, 0, 0, 1, 0]) == [0, 0]
    assert worth([2, 1], [0, 0, 0, 1, 0], capped=False) == [0, 0.5]
    # the cap of 1 also holds inside the value of 0
    assert worth([2, 0], [1, 0.25, 0, 1, 0]) == pytest.approx([0, 0.25 * 20 / 30])
    assert worth([2, 0], [1, 0.25, 0, 1, 0], capped=False) == pytest.approx([0, 0.5 * 20 / 30])


def test_size_zero():
    nothing = np.zeros(5, np.int64)

    assert worth([2, 1, 0], [1, 1, 1, 1, 1], 0.25, size=nothing) == [1, 0.25, 0.25]


def test_nowhere():
    assert worth([NOWHERE, 1], [0, 1, 0, 0, 0]) == [0, 1]
