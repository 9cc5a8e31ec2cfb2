"""One task after the other, in this thread."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any

from partwise.engines.base import Answer, Task, TaskFailedError


class Serial:
    """The engine that needs nothing."""

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield answers as they are asked for."""
        yield from map(function, tasks)

    def completed(
        self, function: Callable[..., bytes], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, bytes]]:
        """Yield number and answer of each task, in their order; memory may run out."""
        for at, task in enumerate(tasks):
            try:
                answer = function(*task)
            except MemoryError:
                raise TaskFailedError(at, 1, "not enough memory") from None
            yield at, answer
