"""CharF, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # 30 relevant characters shown, 60 shown, 50 relevant
    assert value("CharF", text()) == pytest.approx(2 * 30 / (50 + 60))
    # every copy charged: 70 shown
    assert value("CharF(multiset=True)", text()) == pytest.approx(2 * 30 / (50 + 70))
    assert value("CharF(beta=2)", text()) == pytest.approx(5 * 30 / (4 * 50 + 60))


def test_the_harmonic_mean_of_precision_and_recall():
    p, r = value("CharP", text()), value("CharR", text())
    assert value("CharF(multiset=True)", text()) == pytest.approx(2 * p * r / (p + r))


def test_edges():
    undefined, empty = edges("CharF", text())
    assert isnan(undefined)
    assert empty == 0
