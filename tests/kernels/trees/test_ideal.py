"""The best nodes of paths, by hand; test_near_misses.py compares with walking the paths."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.trees import at_or_above, best_on_paths, forest

# 0 { 1 { 2 3 } 4 }
PARENT = np.array([-1, 0, 1, 1, 0])
TREE = forest(
    np.zeros(5, np.int64),
    np.arange(5),
    parent=PARENT,
    depth=np.array([1, 2, 3, 3, 2], np.int32),
    last=np.array([4, 3, 2, 3, 4]),
)


@pytest.mark.parametrize(
    ("value", "relevant", "expected"),
    [
        ([0.25, 0.5, 1, 0, 0], [1, 1, 1, 0, 0], [2]),  # the greatest value of the path
        ([0.5, 0.5, 0.5, 0, 0], [1, 1, 1, 0, 0], [2]),  # of equals the deepest
        ([0.25, 0.5, 0.9, 0.25, 0], [1, 1, 1, 1, 0], [1]),  # 2 lies inside 1, best of 3's path
        ([0.25, 0, 0, 0, 0.75], [1, 1, 0, 1, 1], [0]),  # 0 is best of 3's path and holds 4
        ([0, 0, 0, 0, 0], [1, 1, 1, 0, 0], []),  # relevant, but worth nothing
        ([1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0]),  # a root alone
        ([0.5, 0, 0, 0.75, 0], [1, 0, 0, 1, 0], [3]),  # a gap on the path
    ],
)
def test_best_on_paths(value, relevant, expected):
    found = best_on_paths(TREE, np.array(value, float), np.array(relevant, bool))

    assert found.tolist() == expected


def test_at_or_above():
    assert at_or_above(TREE, np.array([1, 4])).tolist() == [-1, 0, 0, 0, 1]
    assert at_or_above(TREE, np.array([0, 3])).tolist() == [0, 0, 0, 1, 0]
