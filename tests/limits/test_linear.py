"""Twice the input takes about twice the time, also in hostile shapes."""

from __future__ import annotations

import time

import pytest
from tests.limits.shapes import SHAPES

MOST = 3.2
"""A square would be 4; sorting and noise stay below."""
TURNS = 5
LEAST = 0.03
"""Seconds below which nothing can be told."""


def seconds(call, turns=3):
    """Processor time of a call, the least of some turns."""
    took = []
    for _ in range(turns):
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return min(took)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_time_grows_with_the_size(tmp_path, name):
    shape, n = SHAPES[name]
    once = twice = float("inf")
    for _ in range(TURNS):  # a busy machine makes some turns slow, not the least of many
        once, twice = (
            min(least, seconds(shape(tmp_path, size)))
            for least, size in ((once, n), (twice, 2 * n))
        )
        if twice / max(once, LEAST) <= MOST:
            break

    assert twice / max(once, LEAST) <= MOST, f"{once:.3f} s, {twice:.3f} s"
