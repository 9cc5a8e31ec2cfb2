"""Processor time in units of this machine: limits that hold where it is slow or busy."""

from __future__ import annotations

import time
from collections.abc import Callable


def tenths(call: Callable[[], object]) -> float:
    """Processor time of a call, in tenths of a second of a usual machine.

    A fixed piece of work, a quarter of a unit, is measured before and after the call: a slow
    processor, or one that is shared, takes longer for both.
    """
    before = _seconds(_work)
    took = _seconds(call)
    return took / (4 * max(before, _seconds(_work)))


def _work() -> int:
    return sum(len(str(number)) for number in range(250_000))


def _seconds(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began
