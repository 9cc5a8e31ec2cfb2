"""RR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # A is the first relevant document, at rank 2
    assert value("RR", documents()) == pytest.approx(1 / 2)
    assert value("RR@1", documents()) == 0


def test_only_the_first_relevant_document_counts():
    assert value("RR", documents("BACE")) == value("RR", documents("BADD"))


def test_edges():
    undefined, empty = edges("RR", documents())
    assert isnan(undefined)
    assert empty == 0
