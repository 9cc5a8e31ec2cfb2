"""Precall, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, elements, value


def test_by_hand():
    # w = .5 x 2, one irrelevant result before it, nothing irrelevant at its rank
    assert value("Precall(quant=strict)@0.5", elements()) == pytest.approx(1 / (1 + 1))
    assert value("Precall(quant=strict)@1.0", elements()) == 0


def test_elements_not_retrieved_are_one_last_rank():
    # collection of 4: the other ideal and one irrelevant element follow: 2 / (2 + 1 + 1 x 1/2)
    assert value("Precall(quant=strict, collection=4)@1.0", elements()) == pytest.approx(2 / 3.5)


def test_edges():
    undefined, empty = edges("Precall(quant=strict)@0.5", elements())
    assert isnan(undefined)
    assert empty == 0
