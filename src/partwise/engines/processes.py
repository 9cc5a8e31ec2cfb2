"""Processes of this machine, for work that Python itself does."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from partwise.engines.base import Answer, Task


@dataclass(frozen=True)
class Processes:
    """Worker processes, which import the function by its name.

    Parameters
    ----------
    jobs : int
        How many; no more are started than there are tasks.
    """

    jobs: int

    def map(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[Answer, None, None]:
        """Yield answers in order; a single task is done in this process."""
        held = list(tasks)
        if len(held) < 2:
            yield from map(function, held)
            return
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # spawned, not forked: a fork copies the locks of the libraries' threads
        with ProcessPoolExecutor(min(self.jobs, len(held)), get_context("spawn")) as pool:
            try:
                yield from pool.map(function, held)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)  # nobody waits for the rest
                raise
