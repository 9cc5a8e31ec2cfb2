"""Threads."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from contextlib import suppress

import pytest
from tests.engines.samples import thread

from partwise.engines.threads import Threads


@pytest.fixture(autouse=True)
def no_thread_is_left():
    before = threading.enumerate()
    yield
    assert set(threading.enumerate()) <= set(before)


def test_a_task_for_each_worker_stays_in_this_thread():
    assert list(Threads().map(thread, range(2))) == [threading.get_ident()] * 2


def test_another_thread_helps_with_more_tasks():
    meeting = threading.Barrier(2, timeout=300)

    def met(task):
        meeting.wait()
        return thread(task)

    found = list(Threads().map(met, range(4)))

    assert len({*found}) == 2
    assert found.count(threading.get_ident()) == 2


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


def test_a_problem_comes_in_its_turn_and_the_rest_is_left():
    begun = []

    def refuse_the_third(number):
        begun.append(number)
        if number == 2:
            raise ValueError(number)
        return number

    answers = Threads().map(refuse_the_third, range(100))

    assert [next(answers), next(answers)] == [0, 1]
    with pytest.raises(ValueError, match="2"):
        next(answers)
    assert len(begun) <= 5  # three are taken at first, and one for each answer


def test_answers_that_nobody_wants_are_not_computed():
    begun = []
    answers = Threads().map(begun.append, range(100))

    next(answers)
    answers.close()

    assert len(begun) <= 4


def test_what_stops_the_other_thread_is_told_here():
    here = threading.get_ident()
    stopped = threading.Event()

    def leave(_):
        if threading.get_ident() != here:
            stopped.set()
            raise SystemExit(3)
        stopped.wait(300)

    with pytest.raises(SystemExit):
        [*Threads().map(leave, range(9))]


def test_an_interrupt_is_heard_at_once():
    here = threading.get_ident()
    heard = threading.Event()

    def interrupt(number):
        if threading.get_ident() == here:
            heard.set()
            raise KeyboardInterrupt
        heard.wait(300)
        return number

    with pytest.raises(KeyboardInterrupt):
        next(Threads().map(interrupt, range(9)))


def test_a_problem_keeps_nothing_alive():
    class Task:
        pass

    task = Task()
    there = weakref.ref(task)
    gc.disable()
    try:
        for _ in range(2):
            with suppress(ZeroDivisionError):
                [*Threads().map(lambda one: 1 / (one is None), [task, None, None])]
        del task
        assert there() is None
    finally:
        gc.enable()


def test_a_thread_that_finds_no_memory(monkeypatch):
    def start(_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(MemoryError, match="can't start new thread"):
        [*Threads().map(abs, range(9))]
