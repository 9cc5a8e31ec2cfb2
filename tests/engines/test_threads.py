"""Threads."""

from __future__ import annotations

import threading
import time
import weakref

import pytest
from tests.engines.samples import thread

from partwise.engines.threads import Threads


def test_a_task_for_each_worker_stays_in_this_thread():
    assert list(Threads().map(thread, range(2))) == [threading.get_ident()] * 2


def test_several_tasks_leave_it():
    assert threading.get_ident() not in list(Threads().map(thread, range(4)))


def test_two_of_many_tasks_run_at_once():
    meeting = threading.Barrier(2, timeout=300)

    assert sorted(Threads().map(lambda _: meeting.wait(), range(4))) == [0, 0, 1, 1]


def test_a_slow_task_does_not_lose_its_place():
    def slow_first(number):
        time.sleep(0.02 if number == 0 else 0)
        return number * number

    assert list(Threads().map(slow_first, range(6))) == [0, 1, 4, 9, 16, 25]


def test_a_task_that_is_done_is_let_go():
    class Task:
        pass

    made: list[weakref.ref[Task]] = []

    def tasks():
        for _ in range(9):
            task = Task()
            made.append(weakref.ref(task))
            yield task
            del task

    for at, _ in enumerate(Threads().map(id, tasks())):
        done, patience = made[: max(0, at - 2)], time.monotonic() + 300
        while any(task() for task in done) and time.monotonic() < patience:
            time.sleep(0.001)  # a thread lets go of a task after it has told its answer
        assert not any(task() for task in done)


def test_a_thread_that_finds_no_memory(monkeypatch):
    def start(_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(MemoryError, match="can't start new thread"):
        [*Threads().map(abs, range(9))]
