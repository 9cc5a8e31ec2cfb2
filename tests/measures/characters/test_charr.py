"""CharR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # 20 of 50; the second part repeats; 30 of 50
    assert value("CharR@1", text()) == pytest.approx(20 / 50)
    assert value("CharR@2", text()) == pytest.approx(20 / 50)
    assert value("CharR", text()) == pytest.approx(30 / 50)
    # the 10 repeated characters count where they are tolerated
    assert value("CharR(tolerance=1)", text()) == pytest.approx(40 / 50)


def test_a_budget_cuts_the_last_part():
    # 40 + 10 + 5 characters, 20 + 0 + 5 of them relevant and new
    assert value("CharR(budget=55)", text()) == pytest.approx(25 / 50)


def test_edges():
    undefined, empty = edges("CharR", text())
    assert isnan(undefined)
    assert empty == 0
