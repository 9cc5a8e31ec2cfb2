"""The bound by prices, on the worked example of eight chunks."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.coverage.bounds import most_at_any_price
from partwise.kernels.coverage.budgets import Offers, most_for_budget


def ints(*values):
    return np.array(values, np.int64)


@pytest.fixture
def offers():
    # A[10,30) A[60,70) B[0,50) on the line 0..20, 20..30, 30..80; documents at 0 and 200
    size = ints(40, 35, 40, 20, 20, 18)
    return Offers(
        ints(0, 20, 20, 30, 45, 60),
        ints(20, 25, 30, 50, 65, 78),
        size,
        size,
        ints(0, 30, 60, 200, 215, 230),
        ints(0, 20, 30),
        ints(10, 60, 200),
    )


def test_worked_values(offers):
    assert [most_for_budget(offers, n) for n in (30, 60, 75, 100)] == [30, 50, 58, 70]
    assert [most_at_any_price(offers, n) for n in (30, 60, 75, 100)] == [30, 54, 61, 74]
