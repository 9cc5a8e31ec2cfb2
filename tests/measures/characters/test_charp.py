"""CharP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # 20 of 40; the second part repeats: 20 of 50; 30 of 70
    assert value("CharP@1", text()) == pytest.approx(20 / 40)
    assert value("CharP@2", text()) == pytest.approx(20 / 50)
    assert value("CharP", text()) == pytest.approx(30 / 70)
    # the 10 repeated characters count where they are tolerated
    assert value("CharP(tolerance=1)", text()) == pytest.approx(40 / 70)


def test_a_budget_cuts_the_last_part():
    # 40 + 10 + 5 characters, 20 + 0 + 5 of them relevant and new
    assert value("CharP(budget=55)", text()) == pytest.approx(25 / 55)


def test_edges():
    undefined, empty = edges("CharP", text())
    assert isnan(undefined)
    assert empty == 0
