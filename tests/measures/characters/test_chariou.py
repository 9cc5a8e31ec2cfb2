"""CharIoU, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # 30 relevant characters shown, 60 + 50 - 30 shown or relevant
    assert value("CharIoU", text()) == pytest.approx(30 / 80)
    # every copy charged: 70 shown
    assert value("CharIoU(multiset=True)", text()) == pytest.approx(30 / 90)


def test_follows_from_f():
    f = value("CharF", text())
    assert value("CharIoU", text()) == pytest.approx(f / (2 - f))


def test_edges():
    undefined, empty = edges("CharIoU", text())
    assert isnan(undefined)
    assert empty == 0
