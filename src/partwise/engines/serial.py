"""One task after the other, in this thread."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from partwise.engines.base import Answer, Task


class Serial:
    """The engine that needs nothing."""

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield answers as they are asked for."""
        yield from map(function, tasks)
