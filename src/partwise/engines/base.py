"""What every engine does: map a function over shards of work."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol, TypeVar, runtime_checkable

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Step = Callable[[str], None]
"""Told what is done next, for a progress bar."""


class TaskFailedError(Exception):
    """A task that failed as often as it may be tried."""

    def __init__(self, task: int, tries: int, reason: str) -> None:
        super().__init__(task, tries, reason)
        self.task, self.tries, self.reason = task, tries, reason


class Spreading(Protocol):
    """Does work that outlives its workers: answers are small, and a task may be done twice."""

    def completed(
        self, function: Callable[..., bytes], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, bytes]]:
        """Yield number and answer of each task, in the order in which they are done.

        Raises
        ------
        TaskFailedError
            A task whose workers died too often; what the function raises is raised as it is.
        """


@runtime_checkable
class Reaching(Protocol):
    """Has workers elsewhere, of whom somebody must know."""

    def reach(self) -> None:
        """Refuse a scheduler that does not answer, before anything is done for it."""


class Engine(Protocol):
    """Does work for others; who computes an answer, and when, changes nothing about it."""

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield ``function(task)`` of each task, in the order of the tasks.

        What a function raises is raised in the place of its answer. After that, or when the
        generator is closed, no further task is begun.

        Parameters
        ----------
        function : callable
            Pure. Where work leaves the process it must be importable by name.
        tasks : iterable
            Its arguments; taken as they are needed.
        """


def answers(
    engine: Engine,
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    *,
    step: Step | None = None,
    what: str = "working",
) -> list[Answer]:
    """Return all answers, in the order of the tasks.

    Parameters
    ----------
    engine, function, tasks
        As in `Engine.map`.
    step, what
        Called with `what` before each answer, and once after the last.
    """
    out: list[Answer] = []
    with closing(engine.map(function, tasks)) as stream:
        while True:
            if step is not None:
                step(what)
            try:
                out.append(next(stream))
            except StopIteration:
                return out
