"""Spreading work over processes without changing a bit of the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from partwise.errors import ParameterError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Step = Callable[[str], None]
"""Told what is done next, for a progress bar."""


def each(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    step: Step | None = None,
    what: str = "working",
) -> list[Answer]:
    """Return ``[function(task) for task in tasks]``, over several processes if asked.

    A task carries its own seed, so an answer does not depend on who computes it
    or when; answers come back in the order of the tasks.

    Parameters
    ----------
    function : callable
        A function of a module (workers import it).
    tasks : sequence
        Arguments.
    jobs : int
        Processes; 1 works in this one.
    step, what
        Called with `what` before each answer.
    """
    if jobs < 1:
        raise ParameterError("lab", "jobs", jobs, "at least 1")
    if jobs == 1 or len(tasks) < 2:
        return _collected(map(function, tasks), step, what)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # spawned, not forked: a fork copies the locks of the libraries' threads
    with ProcessPoolExecutor(min(jobs, len(tasks)), get_context("spawn")) as pool:
        try:
            return _collected(pool.map(function, tasks), step, what)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # nobody waits for the rest
            raise


def _collected(answers: Iterable[Answer], step: Step | None, what: str) -> list[Answer]:
    out: list[Answer] = []
    iterator = iter(answers)
    while True:
        if step is not None:
            step(what)
        try:
            out.append(next(iterator))
        except StopIteration:
            return out
