"""Mapping a function over items with threads, for work that lets go of the interpreter."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

_WORKERS = 2

_In = TypeVar("_In")
_Out = TypeVar("_Out")


def in_order(work: Callable[[_In], _Out], items: Iterable[_In]) -> Iterator[_Out]:
    """Map over items with two threads, few items at a time; results come in order.

    NumPy lets go of the interpreter while it computes, so both cores are used.
    """
    stream = iter(items)
    first = list(islice(stream, 2))
    if len(first) < 2 or _cores() < 2:
        yield from map(work, chain(first, stream))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    waiting: deque[Future[_Out]] = deque()
    with ThreadPoolExecutor(_WORKERS) as pool:
        waiting.extend(pool.submit(work, item) for item in first)
        for item in stream:
            waiting.append(pool.submit(work, item))
            yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return len(affinity(0)) if affinity else os.cpu_count() or 1
