from __future__ import annotations

import threading
import time

import pytest

from partwise.engines import threads
from partwise.engines.threads import in_order


@pytest.fixture(params=[1, 2])
def cores(request, monkeypatch):
    """As many cores as the process may use."""
    monkeypatch.setattr(threads, "_cores", lambda: request.param)
    return request.param


def test_results_come_in_order(cores):
    def slow_first(n):
        time.sleep(0.02 if n == 0 else 0)
        return n * n

    assert list(in_order(slow_first, range(6))) == [0, 1, 4, 9, 16, 25]


def test_few_items(cores):
    assert list(in_order(abs, [])) == []
    assert list(in_order(abs, [-1])) == [1]
    assert list(in_order(abs, [-1, -2])) == [1, 2]


def test_threads_are_used_where_there_are_cores(cores):
    names = set(in_order(lambda _: threading.current_thread().name, range(4)))

    assert (threading.main_thread().name in names) == (cores == 1)


def test_few_items_are_taken_at_a_time(cores):
    taken = []

    def items():
        for n in range(10):
            taken.append(n)
            yield n

    first = next(in_order(abs, items()))

    # one in this thread, or two at work and one waiting
    assert first == 0
    assert len(taken) <= 3


def test_errors_reach_the_caller(cores):
    found = in_order(int, ["1", "x", "3"])

    assert next(found) == 1
    with pytest.raises(ValueError, match="invalid literal"):
        next(found)


def test_some_core_is_there():
    assert threads._cores() >= 1
