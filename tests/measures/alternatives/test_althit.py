from __future__ import annotations

import math

from tests.measures.alternatives.worlds import value


def test_by_hand():
    assert value("AltHit@1", "axbc") == 0
    assert value("AltHit@2", "axbc") == 1
    assert value("AltHit@1", "c") == 1


def test_edges():
    assert value("AltHit@1", "") == 0
    assert math.isnan(value("AltHit@1", "a", judged=False))
