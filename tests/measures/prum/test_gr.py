"""GR, worked out by hand."""

from __future__ import annotations

from math import isnan

import pytest
from tests.measures.worlds import edges, nested, value


def test_by_hand():
    # c is 10 of a's 60 characters and 10 of b's 40
    assert value("GR@1", nested()) == pytest.approx(1 / 6)
    assert value("GR@2", nested()) == pytest.approx(1 - (5 / 6) * (3 / 4))
    assert value("GR", nested()) == pytest.approx(1)


def test_never_falls_with_k():
    found = [value(f"GR@{k}", nested()) for k in (1, 2, 3)]
    assert found == sorted(found)


def test_edges():
    undefined, empty = edges("GR", nested())
    assert isnan(undefined)
    assert empty == 0
