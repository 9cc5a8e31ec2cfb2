"""AP, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import documents, edges, value


def test_by_hand():
    # A at rank 2: 1/2, C at rank 4: 2/4; three are relevant
    assert value("AP", documents()) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert value("AP@2", documents()) == pytest.approx((1 / 2) / 3)


def test_a_cutoff_keeps_the_number_of_relevant_documents():
    assert value("AP@4", documents()) == value("AP", documents())
    assert value("AP", documents("ACE")) == 1


def test_edges():
    undefined, empty = edges("AP", documents())
    assert isnan(undefined)
    assert empty == 0
