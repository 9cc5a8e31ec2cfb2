from __future__ import annotations

import math

from tests.measures.alternatives.worlds import value


def test_by_hand():
    assert value("AltR@2", "axbc") == 1 / 2
    assert value("AltR@3", "axbc") == 1


def test_edges():
    assert value("AltR@1", "") == 0
    assert math.isnan(value("AltR@1", "a", judged=False))
