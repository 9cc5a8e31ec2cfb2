"""Judged, worked out by hand."""

from __future__ import annotations

import pytest
from tests.measures.worlds import edges, graded, value


def test_by_hand():
    # X is not judged; a negative grade is a judgement
    assert value("Judged@2", graded()) == 1 / 2
    assert value("Judged", graded()) == pytest.approx(4 / 5)


def test_a_short_run_is_divided_by_its_own_length():
    assert value("Judged@100", graded()) == value("Judged@5", graded())


def test_edges():
    # judged B among five is a value although nothing is relevant
    assert edges("Judged@5", graded()) == (1 / 5, 0)
