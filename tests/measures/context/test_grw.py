"""gRw, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, passages, text, value


def test_by_hand():
    # A holds 40 of the 50 relevant characters, shown or not
    assert value("gRw@1", text()) == pytest.approx(40 / 50)
    assert value("gRw", text()) == pytest.approx(1)


def test_depends_on_the_ranking_of_documents_only():
    whole = passages([("A", 0, 1), ("B", 0, 1)], [("A", 0, 40), ("B", 0, 10)], {"A": 100, "B": 100})
    assert value("gRw@1", whole) == value("gRw@1", text())


def test_edges():
    undefined, empty = edges("gRw", text())
    assert isnan(undefined)
    assert empty == 0
