from __future__ import annotations

import math

from tests.measures.alternatives.worlds import value


def test_by_hand():
    assert value("AltRprec", "axbc") == 1 / 2  # a of {a, b}; c is not first
    assert value("AltRprec", "ba") == 1
    assert value("AltRprec", "cx") == 1
    assert value("AltRprec", "xc") == 0


def test_edges():
    assert value("AltRprec", "") == 0
    assert math.isnan(value("AltRprec", "a", judged=False))
