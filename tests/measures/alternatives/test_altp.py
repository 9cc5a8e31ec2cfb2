from __future__ import annotations

import math

from tests.measures.alternatives.worlds import value


def test_by_hand():
    # b completes {a, b} at the second of the entries miss, {a, b}, {c}
    assert value("AltP@1", "axbc") == 0
    assert value("AltP@2", "axbc") == 1 / 2
    assert value("AltP@10", "axbc") == 2 / 10


def test_edges():
    assert value("AltP@1", "") == 0
    assert math.isnan(value("AltP@1", "a", judged=False))
