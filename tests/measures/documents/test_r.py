"""R, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # A, then A and C, of A, C and E
    assert value("R@2", documents()) == pytest.approx(1 / 3)
    assert value("R", documents()) == pytest.approx(2 / 3)


def test_never_falls_with_k():
    found = [value(f"R@{k}", documents()) for k in range(1, 6)]
    assert found == sorted(found)


def test_edges():
    undefined, empty = edges("R", documents())
    assert isnan(undefined)
    assert empty == 0
