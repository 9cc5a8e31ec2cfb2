"""What recall is divided by."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from partwise.navigation.expectations import BASES, recall_of

GAIN, BASE = np.array([1.0, 2.0]), np.array([4.0, 5.0])


def at(column, depth, beyond=None):
    assert (beyond is not None) == (column is BASE)
    return column[depth - 1 : depth]


EXPECTED = SimpleNamespace(
    total=np.array([8.0]), base=BASE, targets=SimpleNamespace(n_characters=np.array([16])),
    value_at=at, defined=lambda values: values,
)  # fmt: skip


@pytest.mark.parametrize(("base", "whole"), [*zip(BASES, (8, 16, 5), strict=True)])
def test_gain_over_each_base(base, whole):
    assert recall_of(EXPECTED, GAIN, base, 2).tolist() == [2 / whole]
