"""Worker processes of this machine; the task of one that dies is tried again."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import UsageError
from partwise.work.engines.base import TaskFailedError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

TRIES = 3
"""How often a task is tried in all."""
RECYCLED = 32
"""Tasks of a worker after which a new one takes its place, so that memory returns."""
_ONE_THREAD = ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
CALLED_AGAIN = 77
"""Exit code of a worker whose script asks for workers while it is imported."""
_MARK = "PARTWISE_WORKER"
_GUARD = (
    'measures that a script defines need its calls under `if __name__ == "__main__":`, '
    "as every worker imports the script. Or put the measures into a module"
)
_NO_FILE = (
    "measures that are defined in a notebook or on standard input are not seen by other "
    "processes. Put them into a module, or use jobs=1"
)


class Processes:
    """Processes started by spawn, each with a pipe of its own.

    Python's executor has one queue for all workers: one that is killed while another starts
    can leave it waiting for ever, and ends the tasks of all others. Here a death costs the
    one task that the worker had.

    Parameters
    ----------
    jobs : int
        How many; no more are started than there are tasks.
    """

    def __init__(self, jobs: int) -> None:
        _end_if_called_again()
        self.jobs = jobs

    def completed(
        self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Yield number and answer of each task, in the order in which they are done.

        A task whose worker dies is tried again, the last time alone.

        Raises
        ------
        TaskFailedError
            A task that failed three times.
        """
        from multiprocessing.connection import wait

        queue = _Queue(len(tasks))
        with_main = bool(tasks) and _needs_main(function, tasks[0])
        workers: list[_Worker] = []
        try:
            while queue.waiting or any(worker.is_busy for worker in workers):
                idle = [worker for worker in workers if not worker.is_busy]
                n_busy = len(workers) - len(idle)
                numbers = queue.take(self.jobs - n_busy, alone=not n_busy)
                new = [_Worker(function, with_main=with_main) for _ in numbers[len(idle) :]]
                workers += new
                for worker, number in zip([*idle, *new], numbers, strict=False):
                    worker.send(number, tasks[number])
                ready = wait([worker.connection for worker in workers if worker.is_busy])
                for worker in [worker for worker in workers if worker.connection in ready]:
                    number, answer, failure = worker.receive()
                    if not worker.is_usable:
                        workers.remove(worker)
                        worker.end()
                    if failure:
                        _check_called_again([worker.process])
                        queue.put_back(number, failure)
                    else:
                        yield number, answer
        except BaseException:
            for worker in workers:
                worker.process.terminate()  # nobody waits for what they do
            raise
        finally:
            for worker in workers:
                worker.end()


class _Queue:
    """Numbers of the tasks that wait, and how often each has failed."""

    def __init__(self, n_tasks: int) -> None:
        self.waiting = list(range(n_tasks))
        self.failures = [0] * n_tasks

    def take(self, n: int, *, alone: bool) -> list[int]:
        """Take up to n tasks. One that failed twice comes last, when no other is running."""
        taken = [number for number in self.waiting if self.failures[number] < TRIES - 1][:n]
        if not taken and alone:
            taken = self.waiting[:1]
        self.waiting = [number for number in self.waiting if number not in taken]
        return taken

    def put_back(self, number: int, reason: str) -> None:
        """Let a task that failed wait again; raise TaskFailedError after the last try."""
        self.failures[number] += 1
        if self.failures[number] == TRIES:
            raise TaskFailedError(number, TRIES, reason)
        self.waiting.append(number)


class _Worker:
    """One process and the task that it has."""

    def __init__(self, function: Callable[..., Any], *, with_main: bool) -> None:
        from multiprocessing import get_context

        spawn = get_context("spawn")  # a fork copies the locks of the libraries' threads
        self.connection, theirs = spawn.Pipe()
        self.process = spawn.Process(target=_work, args=(theirs, function), daemon=True)
        self.task = -1
        self.n_tasks, self.is_alive, self.is_busy = 0, True, False
        try:
            with _starting(with_main=with_main), _one_thread_each(), _without_interrupts():
                self.process.start()
        finally:
            theirs.close()  # the worker alone holds it: its death is seen as an end of the pipe

    @property
    def is_usable(self) -> bool:
        """Whether another task may be sent."""
        return self.is_alive and self.n_tasks < RECYCLED

    def send(self, number: int, task: tuple[Any, ...]) -> None:
        """Send a task; a worker that is dead already is noticed by `receive`."""
        self.task, self.n_tasks, self.is_busy = number, self.n_tasks + 1, True
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(task)

    def receive(self) -> tuple[int, Any, str]:
        """Return the task's number, its answer and, if there is none, the reason."""
        self.is_busy = False
        try:
            answer, error = self.connection.recv()
        except (EOFError, OSError):
            self.is_alive = False
            return self.task, b"", "a worker died"
        if isinstance(error, MemoryError):
            self.n_tasks = RECYCLED  # a new process begins with all of the memory
            return self.task, b"", "not enough memory"
        if error is not None:
            raise error
        return self.task, answer, ""

    def end(self) -> None:
        """Let the process end, and wait until it is gone."""
        self.connection.close()
        self.process.join()


def _work(connection: Connection, function: Callable[..., Any]) -> None:
    """Answer tasks until the pipe is closed: what a worker process does."""
    _end_with_parent()
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[Any, BaseException | None] = (function(*task), None)
        except Exception as error:
            answer = (b"", _as_it_travels(error))
        try:
            connection.send(answer)
        except (BrokenPipeError, ConnectionResetError):
            return


def _as_it_travels(error: Exception) -> Exception:
    """Return an error as another process can read it; its traceback goes along as a note."""
    said = traceback.format_exc()
    try:
        copy: Exception = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = RuntimeError(f"{type(error).__name__}: {error}")
    copy.add_note(said)
    return copy


@contextmanager
def _one_thread_each() -> Iterator[None]:
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


def _end_with_parent() -> None:
    """Leave interrupts to the parent process, and end when it is gone."""
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


# -- the script of the user, which workers import only where they need it ----------------------


def _needs_main(*sent: Any) -> bool:
    """Tell whether what is sent to workers is defined in the script; refuse one without a file."""
    if b"__main__" not in pickle.dumps(sent):
        return False
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if getattr(main, "__spec__", None) is None and not (file and Path(file).is_file()):
        raise UsageError(_NO_FILE)
    return True


@contextmanager
def _starting(*, with_main: bool) -> Iterator[None]:
    """Let workers that are started meanwhile import the script of the user only `with_main`.

    Otherwise a script without a guard would begin anew in each of them, and one that came
    through a pipe could not be found.
    """
    main = sys.modules["__main__"]
    names = () if with_main else ("__spec__", "__file__")
    hidden = {name: vars(main)[name] for name in names if name in vars(main)}
    vars(main).update(dict.fromkeys(hidden))
    os.environ[_MARK] = "1"
    try:
        yield
    finally:
        os.environ.pop(_MARK, None)
        vars(main).update(hidden)


def _end_if_called_again() -> None:
    """End a worker of ours that came here while it imported the script."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False) and _MARK in os.environ:
        os._exit(CALLED_AGAIN)


def _check_called_again(workers: list[Any]) -> None:
    """Say what to do where a worker ended because the script has no guard."""
    for worker in workers:
        worker.join(1)
        if worker.exitcode == CALLED_AGAIN:
            raise UsageError(_GUARD) from None
