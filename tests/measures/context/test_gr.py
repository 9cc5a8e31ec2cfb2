"""gR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, text, value


def test_by_hand():
    # A, then A and B, of two relevant documents
    assert value("gR@1", text()) == pytest.approx(1 / 2)
    assert value("gR", text()) == pytest.approx(1)


def test_equals_the_recall_of_documents():
    assert value("gR@1", text()) == value("R@1", text())


def test_edges():
    undefined, empty = edges("gR", text())
    assert isnan(undefined)
    assert empty == 0
