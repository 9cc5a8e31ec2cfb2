"""Threads, for work that lets go of the interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, Generic

from partwise.engines.base import Answer, Task


class Threads:
    """The caller's thread and another; few tasks are taken ahead, so memory stays bounded.

    NumPy lets go of the interpreter while it computes, so both cores are used. The caller's thread
    works where it would wait: a third one on two cores would only take turns with the others.
    """

    workers = 2

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield answers in order; so few tasks as there are workers are done in this thread."""
        jobs = map(partial(_Job[Task, Answer], function), tasks)
        waiting = deque(islice(jobs, self.workers + 1))
        todo: _Queue = SimpleQueue()
        other = _started(todo) if len(waiting) > self.workers else None
        try:
            deque(map(todo.put, waiting), 0)
            while waiting:
                while not waiting[0].is_done and _did_one(todo):
                    pass
                yield waiting.popleft().answer()
                for job in islice(jobs, 1):
                    waiting.append(job)
                    todo.put(job)
                    del job  # and with it the task
        finally:
            if other is not None:
                while _taken(todo) is not None:  # nobody waits for it any more
                    pass
                todo.put(None)
                other.join()


class _Job(Generic[Task, Answer]):
    """A task, and once it is done its answer or what stopped it."""

    def __init__(self, function: Callable[[Task], Answer], task: Task) -> None:
        self._calls = [partial(function, task)]
        self._answers: list[Answer] = []
        self._problem: BaseException | None = None
        self._done = Event()

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def do(self, stops: type[BaseException]) -> None:
        """Do the task and let go of it; what is raised and no `stops` is not kept for later."""
        try:
            self._answers.append(self._calls.pop()())
        except stops as problem:
            self._problem = problem
        self._done.set()

    def answer(self) -> Answer:
        """Wait for the answer and hand it over."""
        self._done.wait()
        problem, self._problem = self._problem, None
        try:
            if problem is not None:
                raise problem
            return self._answers.pop()
        finally:
            del problem  # which knows this frame


_Queue = SimpleQueue[_Job[Any, Any] | None]


def _started(todo: _Queue) -> Thread:
    thread = Thread(target=_work, args=(todo,), daemon=True)
    try:
        thread.start()
    except RuntimeError as bad:  # it found no memory for its stack
        raise MemoryError(str(bad)) from None
    return thread


def _work(todo: _Queue) -> None:
    while (job := todo.get()) is not None:
        job.do(BaseException)
        del job


def _did_one(todo: _Queue) -> bool:
    """Do a task that nobody has begun; an interrupt is heard at once."""
    job = _taken(todo)
    if job is not None:
        job.do(Exception)
    return job is not None


def _taken(todo: _Queue) -> _Job[Any, Any] | None:
    try:
        return todo.get_nowait()
    except Empty:
        return None
