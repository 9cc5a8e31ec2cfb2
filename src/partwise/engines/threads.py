"""Threads, for work that lets go of the interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import chain, islice

from partwise.engines.base import Answer, Task


class Threads:
    """Two threads; few tasks are taken ahead of the answers, so memory stays bounded.

    NumPy lets go of the interpreter while it computes, so both cores are used.
    """

    workers = 2

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield answers in order; a task for each worker at most is done in this thread."""
        stream = iter(tasks)
        # as many tasks as workers are done sooner than a pool is imported
        first = list(islice(stream, self.workers + 1))
        few = len(first) <= self.workers
        stream = chain(iter(first), stream)  # a list would be held as long as the chain is
        del first
        if few:
            yield from map(function, stream)
            return
        from concurrent.futures import Future, ThreadPoolExecutor

        waiting: deque[Future[Answer]] = deque()
        with ThreadPoolExecutor(self.workers) as pool:
            for task in stream:
                try:
                    waiting.append(pool.submit(function, task))
                except RuntimeError as bad:  # a thread that found no memory for its stack
                    raise MemoryError(str(bad)) from None
                if len(waiting) <= self.workers:
                    continue
                yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
