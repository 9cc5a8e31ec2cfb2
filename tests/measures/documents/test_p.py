"""P, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # of B, A, D only A is relevant
    assert value("P@3", documents()) == pytest.approx(1 / 3)
    assert value("P@4", documents()) == pytest.approx(2 / 4)


def test_a_short_run_is_still_divided_by_k():
    assert value("P@10", documents()) == pytest.approx(2 / 10)


def test_edges():
    undefined, empty = edges("P@3", documents())
    assert isnan(undefined)
    assert empty == 0
