"""CharAP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # 20 relevant characters first, each with precision 1; 20 others; 10 repeats that are skipped;
    # then 10 relevant ones, the i-th of them with (20 + i) / (40 + i)
    assert value("CharAP", text()) == pytest.approx(
        (20 + sum((20 + i) / (40 + i) for i in range(1, 11))) / 50
    )
    assert value("CharAP@1", text()) == pytest.approx(20 / 50)


def test_repeated_relevant_text_changes_nothing():
    assert value("CharAP@2", text()) == value("CharAP@1", text())


def test_edges():
    undefined, empty = edges("CharAP", text())
    assert isnan(undefined)
    assert empty == 0
