"""Worker processes that may die: what they had in hand is tried again."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from partwise.engines.base import TaskFailedError
from partwise.engines.main_module import (
    end_if_called_again,
    needs_main,
    refuse_called_again,
    starting,
)

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

TRIES = 3
"""How often a task is tried in all."""
RECYCLED = 32
"""Tasks of a worker after which a new one takes its place, so that memory returns."""
_ONE_THREAD = ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


class RetryingProcesses:
    """Processes of this machine, started by spawn.

    Parameters
    ----------
    jobs : int
        How many; no more are started than there are tasks.
    """

    def __init__(self, jobs: int) -> None:
        end_if_called_again()
        self.jobs = jobs

    def completed(
        self, function: Callable[..., bytes], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, bytes]]:
        """Yield number and answer of each task, in the order in which they are done.

        A task whose worker dies is tried again, the last time alone.

        Raises
        ------
        TaskFailedError
            A task that failed three times.
        """
        waiting, failed = deque(range(len(tasks))), [0] * len(tasks)
        while waiting:
            alone = next((at for at in waiting if failed[at] == TRIES - 1), None)
            if alone is not None:
                waiting.remove(alone)
            turn = deque([alone]) if alone is not None else waiting
            lost = yield from self._turn(function, tasks, turn)
            for at, reason in lost:
                failed[at] += 1
                if failed[at] == TRIES:
                    raise TaskFailedError(at, TRIES, reason)
                waiting.appendleft(at)

    def _turn(
        self, function: Callable[..., bytes], tasks: Sequence[tuple[Any, ...]], todo: deque[int]
    ) -> Any:
        """Work with one executor until it breaks or is old; return the tasks that were lost."""
        from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        jobs = min(self.jobs, len(todo))
        with_main = bool(todo) and needs_main(function, tasks[todo[0]])
        workers: list[Any] = []
        running: dict[Future[bytes], int] = {}
        left = RECYCLED * jobs
        with _quiet_children():
            executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
            try:
                while running or (todo and left):
                    while todo and left and len(running) < jobs:
                        left -= 1
                        at = todo.popleft()
                        try:
                            with starting(with_main=with_main), _without_interrupts():
                                running[executor.submit(function, *tasks[at])] = at
                        except (BrokenProcessPool, OSError) as bad:
                            if not _is_broken(bad):
                                raise
                            refuse_called_again(workers)
                            return [(one, "a worker died") for one in (at, *running.values())]
                        workers = _workers(executor) or workers
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        try:
                            answer = future.result()
                        except BrokenProcessPool:
                            refuse_called_again(workers)
                            return [(at, "a worker died") for at in running.values()]
                        except MemoryError:
                            at = running.pop(future)
                            return [(at, "not enough memory"), *_lost(running)]
                        yield running.pop(future), answer
                executor.shutdown()  # old workers give their memory back before new ones start
            except BaseException:
                _end(executor)
                raise
            finally:
                executor.shutdown(wait=False, cancel_futures=True)
        return []


def _is_broken(bad: Exception) -> bool:
    """Tell whether a worker died just before a task was sent.

    Python's executor closes its pipes then, while it may be starting another worker: an error
    without a number, unlike those of the system.
    """
    return not isinstance(bad, OSError) or bad.errno is None


def _lost(running: dict[Future[bytes], int]) -> list[tuple[int, str]]:
    return [(at, "another worker had no memory") for at in running.values()]


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Let children that are started meanwhile use one thread each."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let interrupts wait, and processes that are started meanwhile never hear one.

    A terminal sends them to all processes of a command, also to those that just begin.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave interrupts to the process that asks, and end when it is gone."""
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _end(executor: ProcessPoolExecutor) -> None:
    """End the workers now: nobody waits for what they do."""
    for process in _workers(executor):
        process.terminate()


def _workers(executor: ProcessPoolExecutor) -> list[Any]:
    return list((getattr(executor, "_processes", None) or {}).values())
