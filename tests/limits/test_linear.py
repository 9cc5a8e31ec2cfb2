"""Twice the input takes about twice the time, also in hostile shapes."""

from __future__ import annotations

import time

import pytest
from tests.limits.shapes import SHAPES

MOST = 3.2
"""A square would be 4; sorting and noise stay below."""
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
    once, twice = (seconds(shape(tmp_path, size)) for size in (n, 2 * n))
    if twice / max(once, LEAST) > MOST:  # once more, where the machine was busy
        once, twice = (seconds(shape(tmp_path, size), 6) for size in (n, 2 * n))

    assert twice / max(once, LEAST) <= MOST, f"{once:.3f} s, {twice:.3f} s"
