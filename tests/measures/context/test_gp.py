"""gP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # F(A) = 2 x 20 / (40 + 40), F(B) = 2 x 10 / (20 + 10)
    assert value("gP(F(beta=1))@1", text()) == pytest.approx(1 / 2)
    assert value("gP(F(beta=1))@2", text()) == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_a_short_run_is_still_divided_by_k():
    assert value("gP(F(beta=1))@10", text()) == pytest.approx((1 / 2 + 2 / 3) / 10)


def test_a_short_run_may_keep_its_last_value():
    assert value("gP(F(beta=1), short=last)@10", text()) == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert value("gP(F(beta=1), short=last)@1", text()) == pytest.approx(1 / 2)
    assert edges("gP(short=last)@2", text())[1] == 0


def test_edges():
    undefined, empty = edges("gP@2", text())
    assert isnan(undefined)
    assert empty == 0
