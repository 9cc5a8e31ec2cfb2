"""Rprec, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # three are relevant: of B, A, D only A is
    assert value("Rprec", documents()) == pytest.approx(1 / 3)
    assert value("Rprec", documents("BDA")) == pytest.approx(1 / 3)  # the third rank counts


def test_equals_precision_at_the_number_of_relevant_documents():
    assert value("Rprec", documents("CAB")) == pytest.approx(value("P@3", documents("CAB")))


def test_edges():
    undefined, empty = edges("Rprec", documents())
    assert isnan(undefined)
    assert empty == 0
