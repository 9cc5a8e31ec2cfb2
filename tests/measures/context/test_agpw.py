"""AgPw, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # gP 1/2 at A, which holds 40 of 50 relevant characters, 7/12 at B, which holds 10
    assert value("AgPw(F(beta=1))", text()) == pytest.approx(40 / 50 * 1 / 2 + 10 / 50 * 7 / 12)
    # all relevant text lies in documents reached
    assert value("AgPw(F(beta=1), variant=final)", text()) == pytest.approx((1 / 2 + 7 / 12) / 2)


def test_a_cutoff_reads_the_first_documents_only():
    assert value("AgPw(F(beta=1))@1", text()) == pytest.approx(40 / 50 * 1 / 2)


def test_edges():
    undefined, empty = edges("AgPw", text())
    assert isnan(undefined)
    assert empty == 0
