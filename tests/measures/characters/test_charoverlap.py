"""CharOverlap, worked out by hand."""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, text, value

from partwise.measures import CharOverlap


def test_by_hand():
    # the second part's 10 of 70 characters were shown before
    assert value("CharOverlap", text()) == pytest.approx(10 / 70)
    assert value("CharOverlap@1", text()) == 0


def test_lower_is_better():
    assert CharOverlap.better == "lower"
    assert value("CharOverlap@2", text()) == pytest.approx(10 / 50)


def test_needs_no_judgements():
    unjudged, empty = edges("CharOverlap", text())
    assert unjudged == value("CharOverlap", text())
    assert empty == 0
